import { readFile } from 'node:fs/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { tables } from '../../functions/kit/table/keys.ts';
import { stages } from '../stack/stages.ts';

/** A usage error; the message says what to change. */
export class UsageError extends Error {}

/** The stage that an operator's command works on. */
export interface Target {
  name: string;
  /** The caller's ARN, for the audit record. */
  operator: string;
}

export interface TargetOptions {
  /** A stage in lib/stack/stages.ts. */
  stage?: string | undefined;
  /** The description of a local stage, usually `.sidenote/stage.json`. */
  local?: string | undefined;
}

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

/** Finds the stage's tables and puts their names into the environment, where `openTable` reads them. */
export const openTarget = async ({ stage, local: file }: TargetOptions): Promise<Target> => {
  if (stage !== undefined && file !== undefined) throw new UsageError('Give --stage or --local, not both.');
  if (stage !== undefined) return deployed(stage);
  if (file !== undefined) return local(file);
  throw new UsageError('Name the stage: --stage NAME, or --local [.sidenote/stage.json].');
};
