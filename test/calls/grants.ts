import type { Json, JsonObject, Stack } from '../aws/assembly.ts';
import { type Call, isObject, policiesOf, type Statement } from '../aws/policy.ts';
import { ACCOUNT, type Resolver } from '../aws/resolve.ts';

/** One of our deployed Lambdas. */
export interface DeployedFunction {
  stage: string;
  region: string;
  /** Its entry file, from the project's root. */
  entry: string;
  arn: string;
  settings: Record<string, string>;
  statements: Statement[];
  /** The calls that Lambda itself makes by the function's role. */
  implied: Call[];
}

const ENTRY = /functions\/[\w/-]+\.ts/;

const roleOf = (value: Json | undefined) => String(value).split('/').at(-1);

const statementsByRole = (stacks: readonly Stack[], resolver: Resolver): Map<string, Statement[]> => {
  const found = new Map<string, Statement[]>();
  for (const { stack, id, statements } of policiesOf(stacks, resolver)) {
    const { Roles } = resolver.properties(stack, id);
    for (const role of Array.isArray(Roles) ? Roles.map(String) : []) {
      found.set(role, [...(found.get(role) ?? []), ...statements]);
    }
  }
  return found;
};

const impliedByMapping = ({ EventSourceArn, DestinationConfig }: JsonObject): Call[] => {
  const source = String(EventSourceArn);
  const failed =
    isObject(DestinationConfig) && isObject(DestinationConfig.OnFailure) && DestinationConfig.OnFailure.Destination;
  const reads = source.includes(':sqs:')
    ? ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
    : ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];
  return [
    ...reads.map((action) => ({ action, resource: source })),
    ...(source.includes(':sqs:') ? [] : [{ action: 'dynamodb:ListStreams', resource: '*' }]),
    ...(failed ? [{ action: 'sqs:SendMessage', resource: String(failed) }] : []),
  ];
};

const baseOf = (arn: string) => arn.split(':').slice(0, 7).join(':');

/** The source mappings and failure destinations of each function, by its ARN without an alias. */
const impliedByFunction = (stacks: readonly Stack[], resolver: Resolver): Map<string, Call[]> => {
  const found = new Map<string, Call[]>();
  for (const stack of stacks) {
    for (const [id, { Type }] of Object.entries(stack.template.Resources)) {
      if (Type !== 'AWS::Lambda::EventSourceMapping' && Type !== 'AWS::Lambda::EventInvokeConfig') continue;
      const properties = resolver.properties(stack, id);
      const named = String(properties.FunctionName);
      const arn = baseOf(named.startsWith('arn:') ? named : resolver.functionArn(stack, named));
      const own =
        Type === 'AWS::Lambda::EventSourceMapping' ? properties : { DestinationConfig: properties.DestinationConfig };
      const calls = impliedByMapping(own).filter(({ resource }) => resource !== 'undefined');
      const implied =
        Type === 'AWS::Lambda::EventSourceMapping' ? calls : calls.filter(({ action }) => action === 'sqs:SendMessage');
      found.set(arn, [...(found.get(arn) ?? []), ...implied]);
    }
  }
  return found;
};

const impliedByItself = ({ LoggingConfig, TracingConfig }: JsonObject, stack: Stack): Call[] => {
  const group = isObject(LoggingConfig) ? String(LoggingConfig.LogGroup) : '';
  const resource = `arn:aws:logs:${stack.region}:${ACCOUNT}:log-group:${group}:log-stream:0`;
  const isTraced = isObject(TracingConfig) && TracingConfig.Mode === 'Active';
  return [
    ...(group ? ['logs:CreateLogStream', 'logs:PutLogEvents'] : []).map((action) => ({ action, resource })),
    ...(isTraced
      ? ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'].map((action) => ({ action, resource: '*' }))
      : []),
  ];
};

/** The pool whose trigger a function is, by the function's ARN: its event names the pool. */
const poolsByTrigger = (stacks: readonly Stack[], resolver: Resolver): Map<string, string> => {
  const found = new Map<string, string>();
  for (const stack of stacks) {
    for (const [id, { Type }] of Object.entries(stack.template.Resources)) {
      if (Type !== 'AWS::Cognito::UserPool') continue;
      const { LambdaConfig } = resolver.properties(stack, id);
      const triggers = isObject(LambdaConfig) ? Object.values(LambdaConfig) : [];
      for (const arn of triggers) found.set(String(arn), String(resolver.resolve(stack, { Ref: id })));
    }
  }
  return found;
};

/** Each of our Lambdas in these stacks, with what its role may do. */
export const functionsOf = (stacks: readonly Stack[], resolver: Resolver): DeployedFunction[] => {
  const statements = statementsByRole(stacks, resolver);
  const implied = impliedByFunction(stacks, resolver);
  const pools = poolsByTrigger(stacks, resolver);
  return stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources).flatMap(([id, { Type }]) => {
      if (Type !== 'AWS::Lambda::Function') return [];
      const properties = resolver.properties(stack, id);
      const [entry] = ENTRY.exec(String(properties.Description)) ?? [];
      if (entry === undefined) return [];
      const arn = resolver.arnOf(stack, id) ?? '';
      const variables = isObject(properties.Environment) ? properties.Environment.Variables : {};
      const pool = pools.get(arn);
      return {
        stage: stack.stage,
        region: stack.region,
        entry,
        arn,
        settings: {
          ...((isObject(variables) ? variables : {}) as Record<string, string>),
          ...(pool !== undefined && { USER_POOL_ID: pool }),
        },
        statements: statements.get(roleOf(properties.Role) ?? '') ?? [],
        implied: [...impliedByItself(properties, stack), ...(implied.get(arn) ?? [])],
      };
    }),
  );
};
