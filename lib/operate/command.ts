import { readFile } from 'node:fs/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { tables } from '../../functions/kit/table/keys.ts';
import { stages } from '../stack/stages.ts';

export class UsageError extends Error {}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

const isMisuse = (error: Error) =>
  error instanceof UsageError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/** A usage error exits with 2 and the help, any other failure with 1. */
export const runCommand = async (help: string, run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(isMisuse(error) ? `${error.message}\n\n${help}` : `${error.stack}\n`);
    process.exitCode = isMisuse(error) ? 2 : 1;
  }
};

export interface Target {
  name: string;
  operator: string;
}

export interface TargetOptions {
  stage?: string | undefined;
  local?: string | undefined;
}

export const TARGET_OPTIONS = {
  stage: { type: 'string' },
  local: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** All options of a command; `own` are those in addition to the ones above. */
export const targetHelp = (own: Readonly<Record<string, string>>): string => {
  const lines = Object.entries({
    '--stage NAME': 'a stage in lib/stack/stages.ts; uses your AWS credentials',
    '--local FILE': 'a local stage instead, by its description: .sidenote/stage.json',
    ...own,
    '--help': 'this text',
  });
  const width = Math.max(...lines.map(([option]) => option.length));
  return lines.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`).join('\n');
};

const outputsOf = async (region: string, stack: string): Promise<Record<string, string>> => {
  const { Stacks = [] } = await new CloudFormationClient({ region }).send(
    new DescribeStacksCommand({ StackName: stack }),
  );
  return Object.fromEntries(
    (Stacks[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
};

const deployed = async (stage: string): Promise<Target> => {
  const found = stages.find(({ name }) => name === stage);
  if (!found) throw new UsageError(`There is no stage "${stage}" in lib/stack/stages.ts.`);
  const { region } = found;
  const stack = `Sidenote-${stage}-data`;
  const [outputs, { Arn = 'unknown' }] = await Promise.all([
    outputsOf(region, stack),
    new STSClient({ region }).send(new GetCallerIdentityCommand({})),
  ]);
  const { TableName, ScratchTableName } = outputs;
  if (!TableName || !ScratchTableName)
    throw new UsageError(`The stack ${stack} doesn't name its tables. Deploy it first.`);
  Object.assign(process.env, {
    AWS_REGION: region,
    [tables.main.setting]: TableName,
    [tables.scratch.setting]: ScratchTableName,
  });
  return { name: stage, operator: Arn };
};

const local = async (file: string): Promise<Target> => {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} cannot be read. Start the local stage first, or give the path of its stage.json.`);
  });
  const { base_url } = JSON.parse(text) as { base_url: string };
  const answer = await fetch(`${base_url}/__local/env`).catch(() => {
    throw new UsageError(`The local stage at ${base_url} is not running. Start it first.`);
  });
  Object.assign(process.env, await answer.json());
  return { name: `local stage at ${base_url}`, operator: 'local' };
};

export const openTarget = async ({ stage, local: file }: TargetOptions): Promise<Target> => {
  if (stage !== undefined && file !== undefined) throw new UsageError('Give --stage or --local, not both.');
  if (stage !== undefined) return deployed(stage);
  if (file !== undefined) return local(file);
  throw new UsageError('Name the stage: --stage NAME, or --local [.sidenote/stage.json].');
};
