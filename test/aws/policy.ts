import type { Json, JsonObject, Stack } from './assembly.ts';
import type { Resolver } from './resolve.ts';

export interface Statement {
  effect: 'Allow' | 'Deny';
  actions: string[];
  /** Empty in a trust policy. */
  resources: string[];
  /** Operator, key, accepted values. */
  conditions: [operator: string, key: string, values: string[]][];
  /** The service principals; empty in an identity policy. */
  services: string[];
}

export interface Policy {
  stack: Stack;
  /** The logical id of the resource that holds it. */
  id: string;
  statements: Statement[];
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const texts = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map((one) =>
    typeof one === 'string' ? one : JSON.stringify(one),
  );

export const statementOf = (value: JsonObject): Statement => {
  const conditions = Object.entries(isObject(value.Condition) ? value.Condition : {}).flatMap(([operator, keys]) =>
    Object.entries(isObject(keys) ? keys : {}).map(([key, values]): Statement['conditions'][number] => [
      operator,
      key,
      texts(values),
    ]),
  );
  return {
    effect: value.Effect === 'Deny' ? 'Deny' : 'Allow',
    actions: texts(value.Action),
    resources: texts(value.Resource),
    conditions,
    services: isObject(value.Principal) ? texts(value.Principal.Service) : [],
  };
};

const asDocument = (value: Json | undefined): Json | undefined => {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
};

const documentsIn = (raw: Json | undefined): JsonObject[] => {
  const value = asDocument(raw);
  if (Array.isArray(value)) return value.flatMap(documentsIn);
  if (!isObject(value)) return [];
  if (Array.isArray(value.Statement)) return [value];
  return Object.values(value).flatMap(documentsIn);
};

const policyOf = (stack: Stack, id: string, document: JsonObject): Policy => ({
  stack,
  id,
  statements: [document.Statement ?? []].flat().filter(isObject).map(statementOf),
});

/** Every policy of every template: of roles, of who may assume them, of queues, topics, buckets and logs. */
export const policiesOf = (stacks: readonly Stack[], resolver: Resolver): Policy[] =>
  stacks.flatMap((stack) =>
    Object.keys(stack.template.Resources).flatMap((id) =>
      documentsIn(resolver.properties(stack, id)).map((document) => policyOf(stack, id, document)),
    ),
  );

/** Whether a pattern of a policy, with `*` and `?`, matches that text. */
export const matches = (pattern: string, text: string): boolean => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 's').test(text);
};

/** As IAM compares ARNs in a condition: each of the six parts by itself. */
export const matchesArn = (pattern: string, arn: string): boolean => {
  const parts = (text: string) => {
    const [head, tail] = [text.split(':').slice(0, 5), text.split(':').slice(5).join(':')];
    return [...head, tail];
  };
  const wanted = parts(pattern);
  const found = parts(arn);
  return wanted.every((part, index) => matches(part, found[index] ?? ''));
};

export interface Call {
  /** Service and action, such as `dynamodb:Query`. */
  action: string;
  resource: string;
  /** Condition keys of the request, in lower case. */
  context?: Readonly<Record<string, string>>;
}

const OPERATORS: Readonly<Record<string, (accepted: string, found: string) => boolean>> = {
  StringEquals: (accepted, found) => accepted === found,
  StringLike: matches,
  ArnEquals: matchesArn,
  ArnLike: matchesArn,
  Bool: (accepted, found) => accepted === found,
  NumericLessThanEquals: (accepted, found) => Number(found) <= Number(accepted),
  NumericLessThan: (accepted, found) => Number(found) < Number(accepted),
};

/** Whether all of a statement's conditions hold. Throws for an operator that's not known here. */
export const conditionsHold = ({ conditions }: Statement, context: Call['context'] = {}): boolean =>
  conditions.every(([operator, key, accepted]) => {
    const compare = OPERATORS[operator];
    if (!compare) throw new Error(`Teach test/aws/policy.ts the condition operator ${operator}.`);
    const found = context[key.toLowerCase()];
    return found !== undefined && accepted.some((one) => compare(one, found));
  });

/** IAM ignores the case of an action. */
export const actionMatches = (pattern: string, action: string): boolean =>
  matches(pattern.toLowerCase(), action.toLowerCase());

export const permits = (statement: Statement, { action, resource, context }: Call): boolean =>
  statement.actions.some((one) => actionMatches(one, action)) &&
  (statement.resources.length === 0 || statement.resources.some((one) => matches(one, resource))) &&
  conditionsHold(statement, context);

/** An identity's policies: something must allow the call and nothing deny it. */
export const isAllowed = (statements: readonly Statement[], call: Call): boolean => {
  const applying = statements.filter((statement) => permits(statement, call));
  return applying.some(({ effect }) => effect === 'Allow') && !applying.some(({ effect }) => effect === 'Deny');
};
