import { actionMatches, type Call, conditionsHold, isAllowed, matches } from '../aws/policy.ts';
import { ACCOUNT } from '../aws/resolve.ts';
import type { AwsCall } from './aws-call.ts';
import type { DeployedFunction } from './grants.ts';
import type { Recorded } from './record.ts';

const PROFILE = /^(us|us-gov|eu|apac|au|jp|global)\./;

/** A recipient that is an identity of the account, as every recipient is in SES's sandbox. */
const VERIFIED_RECIPIENT = 'identity/someone@verified.example';

const mail = ({ region, settings }: DeployedFunction, action: string): Call[] => {
  const from = settings.MAIL_FROM;
  if (from === undefined) return [];
  const address = /<([^>]*)>/.exec(from)?.[1] ?? from;
  const context = { 'ses:fromaddress': address };
  return [`identity/${address.split('@')[1]}`, VERIFIED_RECIPIENT].map((resource) => ({
    action,
    resource: `arn:aws:ses:${region}:${ACCOUNT}:${resource}`,
    context,
  }));
};

/** Through an inference profile, both the profile and the model behind it must be allowed. */
const model = ({ region, settings }: DeployedFunction, action: string): Call[] => {
  const id = /^bedrock:(.*)$/.exec(settings.MODEL ?? '')?.[1];
  if (id === undefined) return [];
  const foundation = `arn:aws:bedrock:${region}::foundation-model/${id.replace(PROFILE, '')}`;
  if (!PROFILE.test(id)) return [{ action, resource: foundation }];
  const profile = `arn:aws:bedrock:${region}:${ACCOUNT}:inference-profile/${id}`;
  return [
    { action, resource: profile },
    { action, resource: foundation, context: { 'bedrock:inferenceprofilearn': profile } },
  ];
};

const functionArn = (name: string, region: string) =>
  name.startsWith('arn:') ? name : `arn:aws:lambda:${region}:${ACCOUNT}:function:${name}`;

const ARN: Readonly<Record<string, (value: string, region: string) => string>> = {
  TABLE_NAME: (name, region) => `arn:aws:dynamodb:${region}:${ACCOUNT}:table/${name}`,
  SCRATCH_TABLE_NAME: (name, region) => `arn:aws:dynamodb:${region}:${ACCOUNT}:table/${name}`,
  EVIDENCE_BUCKET: (name) => `arn:aws:s3:::${name}`,
  USER_POOL_ID: (id, region) => `arn:aws:cognito-idp:${region}:${ACCOUNT}:userpool/${id}`,
  FETCHER_FUNCTION: functionArn,
  RENDERER_FUNCTION: functionArn,
};
const queueArn = (url: string, region: string) => `arn:aws:sqs:${region}:${ACCOUNT}:${url.split('/').at(-1)}`;

/** A recorded call as AWS would see it from the deployed function. Empty if the stage has no such service; a text says what's wrong. */
const deployed = (fn: DeployedFunction, call: AwsCall): Call[] | string => {
  const { action, on } = call;
  if (on === '<MAIL_FROM>') return mail(fn, action);
  if (on === '<MODEL>') return model(fn, action);
  if (on.startsWith('transcription-job/')) {
    if (fn.settings.TRANSCRIBER === undefined) return [];
    const context = Object.fromEntries(
      Object.entries(call.with ?? {}).map(([key, value]) => [
        key.toLowerCase(),
        value.replace('<EVIDENCE_BUCKET>', fn.settings.EVIDENCE_BUCKET ?? ''),
      ]),
    );
    const job = `arn:aws:transcribe:${fn.region}:${ACCOUNT}:${on}`;
    // It has no resource type for a job that does not exist yet.
    return [{ action, resource: action.endsWith(':StartTranscriptionJob') ? '*' : job, context }];
  }
  const [, name = '', rest = ''] = /^<(\w+)>(.*)$/.exec(on) ?? [];
  const make = name.endsWith('_QUEUE_URL') ? queueArn : ARN[name];
  if (!make) return `${action} on ${on}, which is not one of our settings`;
  const value = fn.settings[name];
  if (value === undefined) return `${action} needs the setting ${name}, which it is not given`;
  const resource = `${make(value, fn.region)}${rest}`;
  return [{ action, resource, ...(call.with && { context: lowerCased(call.with) }) }];
};

const lowerCased = (context: Record<string, string>) =>
  Object.fromEntries(Object.entries(context).map(([key, value]) => [key.toLowerCase(), value]));

const groupByEntry = (functions: readonly DeployedFunction[]) => {
  const found = new Map<string, DeployedFunction[]>();
  for (const fn of functions) found.set(fn.entry, [...(found.get(fn.entry) ?? []), fn]);
  return found;
};

const callOf = (call: Call) => `${call.action} on ${call.resource}`;

/** Calls that were made, or that Lambda makes for a function, and that its role does not allow. */
export const missingGrants = (lines: readonly Recorded[], functions: readonly DeployedFunction[]): string[] => {
  const byEntry = groupByEntry(functions);
  const missing = new Set<string>();
  for (const line of lines) {
    if ('fault' in line) {
      missing.add(`${line.by}: ${line.fault}`);
      continue;
    }
    const deployedAs = byEntry.get(line.by);
    if (!deployedAs) missing.add(`${line.by} is deployed in no stage`);
    for (const fn of deployedAs ?? []) {
      const calls = deployed(fn, line);
      if (typeof calls === 'string') missing.add(`${fn.stage} ${fn.entry}: ${calls}`);
      else
        for (const call of calls)
          if (!isAllowed(fn.statements, call)) missing.add(`${fn.stage} ${fn.entry}: ${callOf(call)}`);
    }
  }
  for (const fn of functions) {
    for (const call of fn.implied) {
      if (!isAllowed(fn.statements, call)) missing.add(`${fn.stage} ${fn.entry}: ${callOf(call)}, by Lambda itself`);
    }
  }
  return [...missing].sort();
};

/** A resource with the names of settings for their values, the same in every stage. */
const generic = (fn: DeployedFunction, resource: string): string => {
  for (const [name, value] of Object.entries(fn.settings)) {
    const make = name.endsWith('_QUEUE_URL') ? queueArn : ARN[name];
    const arn = make?.(value, fn.region);
    if (arn && (resource === arn || resource.startsWith(`${arn}/`))) return resource.replace(arn, `<${name}>`);
  }
  // A generated name has the stack's before the resource's, and a hash after it.
  return (resource.split(':').slice(5).join(':') || resource).replace(/Sidenote-[\w-]*?-(\w+)-[0-9a-f]{12}/, '$1');
};

/** Allowed by a function's role in every stage that has it, and made use of in none: entry, action and resource in one line. */
export const unusedGrants = (lines: readonly Recorded[], functions: readonly DeployedFunction[]): string[] => {
  const unused = new Set<string>();
  const used = new Set<string>();
  for (const fn of functions) {
    const recorded = lines.flatMap((line) => (line.by === fn.entry && 'action' in line ? [deployed(fn, line)] : []));
    const calls = [...recorded.filter((one) => typeof one !== 'string').flat(), ...fn.implied];
    for (const statement of fn.statements.filter(({ effect }) => effect === 'Allow')) {
      for (const action of statement.actions) {
        const acting = calls.filter(
          (call) => actionMatches(action, call.action) && conditionsHold(statement, call.context),
        );
        for (const resource of statement.resources) {
          const key = `${fn.entry} ${action} ${generic(fn, resource)}`;
          const isUsed = acting.some((call) => matches(inAnyRegion(resource), call.resource));
          (isUsed ? used : unused).add(key);
        }
      }
    }
  }
  return [...unused].filter((key) => !used.has(key)).sort();
};

/** A profile answers from any of its regions; which one, no call says. */
const inAnyRegion = (resource: string) => resource.replace(/^(arn:aws:bedrock:)[^:]*(::foundation-model)/, '$1*$2');
