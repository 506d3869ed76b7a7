import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject, Stack } from './assembly.ts';
import { isUnresolved, type Resolver } from './resolve.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  required?: string[];
  dependentRequired?: Record<string, string[]>;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  definitions?: Record<string, Schema>;
  primaryIdentifier?: string[];
  readOnlyProperties?: string[];
}

/** Of one resource type: CloudFormation's resource schema, and what the API call behind it accepts. */
interface Constraints {
  schema: Schema;
  api: Schema;
}

const read = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'models/constraints.generated.json'), 'utf8')) as {
    sources: Record<string, string>;
    types: Record<string, Constraints>;
  };
export const { sources, types } = read();

/** Documented by AWS, but in neither model. The key is the resource type, then the property's path. */
const DOCUMENTED: Record<string, Record<string, Schema>> = {
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html
  'AWS::SQS::Queue': {
    VisibilityTimeout: { minimum: 0, maximum: 43_200 },
    MessageRetentionPeriod: { minimum: 60, maximum: 1_209_600 },
    'RedrivePolicy.maxReceiveCount': { minimum: 1, maximum: 1000 },
  },
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
  'AWS::ApiGatewayV2::Route': { RouteKey: { maxLength: 512 } },
  // https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-stages-stagename-routesettings-routekey.html
  'AWS::ApiGatewayV2::Stage': {
    RouteSettings: {
      type: 'object',
      patternProperties: {
        '^(\\$default|(ANY|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT) /.*)$': {
          type: 'object',
          properties: {
            DetailedMetricsEnabled: { type: 'boolean' },
            ThrottlingBurstLimit: { type: 'integer', minimum: 0 },
            ThrottlingRateLimit: { type: 'number', minimum: 0 },
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
  },
  // https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CachePolicyConfig.html
  'AWS::CloudFront::CachePolicy': {
    'CachePolicyConfig.Name': { minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_-]+$' },
  },
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  'AWS::CloudWatch::Alarm': {
    ExtendedStatistic: { pattern: '^p\\d{1,2}(\\.\\d{1,2})?$' },
    Metrics: {
      items: {
        properties: {
          MetricStat: { properties: { Stat: { enum: ['Sum', 'Average', 'Minimum', 'Maximum', 'SampleCount'] } } },
        },
      },
    },
  },
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutDashboard.html
  'AWS::CloudWatch::Dashboard': { DashboardName: { maxLength: 255, pattern: '^[A-Za-z0-9_-]+$' } },
  // https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_AlarmConfiguration.html
  'AWS::CodeDeploy::DeploymentGroup': {
    ServiceRoleArn: { pattern: '^arn:aws:iam::\\d{12}:role/' },
    'AlarmConfiguration.Alarms': {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      items: { properties: { Name: { minLength: 1, maxLength: 255 } } },
    },
  },
  // https://docs.aws.amazon.com/sns/latest/api/API_Subscribe.html
  'AWS::SNS::Subscription': { Protocol: { enum: ['lambda', 'sqs', 'email', 'https'] } },
};

interface Walk {
  root: Schema;
  /** Services match the whole text and ignore the case of names that CloudFormation writes in its own way. */
  isApi: boolean;
  violation: (path: string, says: string) => void;
  checked: (path: string) => void;
}

const regexes = new Map<string, RegExp>();
const regex = (pattern: string, isWhole: boolean): RegExp => {
  const key = `${isWhole}${pattern}`;
  const known = regexes.get(key);
  if (known) return known;
  // Some schemas end a pattern in Python's way.
  const plain = pattern.replace(/\\Z$/, '$');
  const source = isWhole ? `^(?:${plain})$` : plain;
  let made: RegExp;
  try {
    made = new RegExp(source, 'u');
  } catch {
    // Some patterns of AWS carry Java's inline flag.
    made = new RegExp(source.replaceAll('(?i)', ''), source.includes('(?i)') ? 'i' : '');
  }
  regexes.set(key, made);
  return made;
};

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isOpaque = (value: Json) => isUnresolved(value) || (typeof value === 'string' && value.includes('{{resolve:'));
const at = (path: string, name: string) => (path ? `${path}.${name}` : name);

const deref = (walk: Walk, schema: Schema): Schema => {
  const name = schema.$ref?.replace('#/definitions/', '');
  return name === undefined ? schema : deref(walk, walk.root.definitions?.[name] ?? {});
};

const SAYS = ['enum', 'const', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'] as const;
const COUNTS = ['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'required'] as const;

const checkScalar = (walk: Walk, schema: Schema, value: string | number | boolean, path: string): void => {
  if (SAYS.some((key) => schema[key] !== undefined) || schema.type === 'boolean') walk.checked(path);
  if (isOpaque(value)) return;
  const text = String(value);
  const allowed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  // CloudFormation has its own case for some of the values that an API lists.
  const same = (one: string) => one === text || (walk.isApi && one.toLowerCase() === text.toLowerCase());
  if (allowed && !allowed.map(String).some(same)) {
    walk.violation(path, `"${text}" is none of ${allowed.join(', ')}`);
  }
  if (schema.type === 'boolean' && !['true', 'false'].includes(text)) walk.violation(path, `"${text}" is no boolean`);
  if (schema.pattern !== undefined && !regex(schema.pattern, walk.isApi).test(text)) {
    walk.violation(path, `"${text}" does not match ${schema.pattern}`);
  }
  checkSize(walk, text.length, schema.minLength, schema.maxLength, path, 'characters');
  if (schema.minimum !== undefined || schema.maximum !== undefined) {
    checkSize(walk, Number(text), schema.minimum, schema.maximum, path, 'as a number');
  }
};

const checkSize = (walk: Walk, size: number, min = -Infinity, max = Infinity, path: string, unit: string): void => {
  if (size < min || size > max || Number.isNaN(size)) {
    walk.violation(path, `${size} ${unit}, allowed are ${min} to ${max}`);
  }
};

const checkList = (walk: Walk, schema: Schema, value: Json[], path: string): void => {
  if (COUNTS.some((key) => schema[key])) walk.checked(path);
  checkSize(walk, value.length, schema.minItems, schema.maxItems, path, 'items');
  if (schema.uniqueItems && new Set(value.map((one) => JSON.stringify(one))).size < value.length) {
    walk.violation(path, 'has an item twice');
  }
  for (const [index, one] of value.entries())
    if (schema.items) checkValue(walk, schema.items, one, `${path}[${index}]`);
};

const checkObject = (walk: Walk, schema: Schema, value: JsonObject, path: string): void => {
  const { properties = {}, patternProperties = {}, additionalProperties: others } = schema;
  if (COUNTS.some((key) => schema[key]) || others === false) walk.checked(path);
  checkSize(walk, Object.keys(value).length, schema.minProperties, schema.maxProperties, path, 'members');
  for (const name of schema.required ?? []) if (!(name in value)) walk.violation(path, `lacks ${name}`);
  for (const [name, needed] of Object.entries(schema.dependentRequired ?? {})) {
    if (!(name in value)) continue;
    for (const one of needed) if (!(one in value)) walk.violation(path, `has ${name}, but not ${one}`);
  }
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined) continue;
    const known = walk.isApi ? properties[name.toLowerCase()] : properties[name];
    const matching = Object.entries(patternProperties).find(([pattern]) => regex(pattern, false).test(name))?.[1];
    if (known) checkValue(walk, known, one, at(path, name));
    else if (matching) checkValue(walk, matching, one, at(path, '*'));
    else if (others === false) walk.violation(path, `has an unknown property ${name}`);
    else if (typeof others === 'object') {
      if (schema.propertyNames) checkValue(walk, schema.propertyNames, name, at(path, '(name)'));
      checkValue(walk, others, one, at(path, '*'));
    }
  }
};

const TYPE_OF = (value: Json) => (Array.isArray(value) ? 'array' : isObject(value) ? 'object' : 'scalar');
const expected = (type: string) => (type === 'array' || type === 'object' ? type : 'scalar');

const checkBranches = (walk: Walk, schema: Schema, value: Json, path: string): void => {
  for (const one of schema.allOf ?? []) checkValue(walk, one, value, path);
  for (const branches of [schema.anyOf, schema.oneOf]) {
    if (!branches) continue;
    const tried = branches.map((branch) => {
      const found: string[] = [];
      checkValue({ ...walk, violation: (where, says) => found.push(`${where}: ${says}`) }, branch, value, path);
      return found;
    });
    if (tried.every((found) => found.length > 0)) {
      walk.violation(path, `fits none of ${branches.length} forms: ${tried.map((found) => found[0]).join('; ')}`);
    }
  }
};

const checkValue = (walk: Walk, reference: Schema, value: Json, path: string): void => {
  const schema = deref(walk, reference);
  checkBranches(walk, schema, value, path);
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !isOpaque(value) && !types.some((type) => expected(type) === TYPE_OF(value))) {
    walk.violation(path, `is ${TYPE_OF(value)}, not ${types.join(' or ')}`);
    return;
  }
  if (walk.isApi && isObject(value) && schema.maxLength !== undefined) {
    // The API takes as text what a template writes as an object.
    walk.checked(path);
    checkSize(walk, JSON.stringify(value).length, schema.minLength, schema.maxLength, path, 'characters');
    return;
  }
  const wrapped = walk.isApi && Array.isArray(value) ? schema.properties?.items : undefined;
  if (wrapped) checkValue(walk, wrapped, value, path);
  else if (Array.isArray(value)) checkList(walk, schema, value, path);
  else if (isObject(value)) checkObject(walk, schema, value, path);
  else if (value !== null) checkScalar(walk, schema, value, path);
};

const checkDocumented = (walk: Walk, type: string, value: JsonObject): void => {
  for (const [path, schema] of Object.entries(DOCUMENTED[type] ?? {})) {
    const found = path
      .split('.')
      .reduce<Json | undefined>((one, name) => (isObject(one) ? one[name] : undefined), value);
    if (found !== undefined) checkValue(walk, schema, found, path);
  }
};

/** Every path of a value's properties; items of a list share one, and so do names that the schema leaves open. */
const pathsOf = (schemaOf: Walk, reference: Schema, value: Json, path: string, found: Set<string>): void => {
  const schema = deref(schemaOf, reference);
  if (path && !path.endsWith('[]')) found.add(path);
  if (Array.isArray(value)) {
    for (const one of value) pathsOf(schemaOf, schema.items ?? {}, one, `${path}[]`, found);
  } else if (isObject(value)) {
    const isOpen = !schema.properties && [schema.type ?? []].flat().includes('object');
    // A policy, a dashboard or a pattern: the schema doesn't see its content.
    if (isOpen && !schema.patternProperties && typeof schema.additionalProperties !== 'object') return;
    for (const [name, one] of Object.entries(value)) {
      const known = schema.properties?.[name];
      const open = Object.values(schema.patternProperties ?? {})[0] ?? {};
      if (one !== undefined) pathsOf(schemaOf, known ?? open, one, at(path, known || !isOpen ? name : '*'), found);
    }
  }
};

export interface Findings {
  violations: string[];
  /** By resource type, the paths of properties that our templates set. */
  checked: Map<string, Set<string>>;
  unchecked: Map<string, Set<string>>;
}

/** Checks every property of every AWS resource. Custom resources have no published model. */
export const checkConstraints = (stacks: readonly Stack[], resolver: Resolver): Findings => {
  const violations = new Set<string>();
  const used = new Map<string, Set<string>>();
  const checked = new Map<string, Set<string>>();
  const setOf = (map: Map<string, Set<string>>, type: string) => {
    const known = map.get(type) ?? new Set<string>();
    map.set(type, known);
    return known;
  };
  for (const stack of stacks) {
    for (const [id, { Type }] of Object.entries(stack.template.Resources)) {
      if (!Type.startsWith('AWS::') || Type === 'AWS::CDK::Metadata') continue;
      const constraints = types[Type];
      if (!constraints) {
        violations.add(`${Type} has no vendored model: run test/aws/models/refresh.py`);
        continue;
      }
      const properties = resolver.properties(stack, id);
      const walkOf = (root: Schema, isApi: boolean): Walk => ({
        root,
        isApi,
        violation: (path, says) => violations.add(`${stack.name}: ${Type} ${id} ${path || '(itself)'} ${says}`),
        checked: (path) => setOf(checked, Type).add(path.replace(/\[\d+\]/g, '[]')),
      });
      const ours = walkOf(constraints.schema, false);
      pathsOf(ours, constraints.schema, properties, '', setOf(used, Type));
      checkValue(ours, constraints.schema, properties, '');
      checkValue(walkOf(constraints.api, true), constraints.api, properties, '');
      checkDocumented(walkOf({}, false), Type, properties);
    }
  }
  const isChecked = (type: string, path: string) => {
    const found = checked.get(type);
    return found?.has(path) || found?.has(`${path}[]`) === true;
  };
  const split = (wanted: boolean) =>
    new Map(
      [...used].map(([type, paths]) => [type, new Set([...paths].filter((one) => isChecked(type, one) === wanted))]),
    );
  return { violations: [...violations].sort(), checked: split(true), unchecked: split(false) };
};
