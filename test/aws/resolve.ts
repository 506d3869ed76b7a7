import { createHash } from 'node:crypto';
import type { Json, JsonObject, Stack, TemplateResource } from './assembly.ts';

export const ACCOUNT = '123456789012';
const UNRESOLVED = 'unresolved:';

/** Whether a value holds something that only AWS knows and that no check may judge. */
export const isUnresolved = (value: Json | undefined): boolean =>
  typeof value === 'string' ? value.includes(UNRESOLVED) : value === undefined;

const asName = (text: string, max = 64) => text.replace(/[^A-Za-z0-9-]/g, '').slice(0, max);

/** The property of a type's physical name; absent: the first of these that the resource has. */
const NAMES = ['Name', 'FunctionName', 'TableName', 'BucketName', 'QueueName', 'LogGroupName', 'RoleName', 'TopicName'];

interface Made {
  name: string;
  arn: string;
  ref?: string;
  attributes?: Record<string, string>;
}

const nameOf = (stack: Stack, id: string, { Properties = {} }: TemplateResource): string => {
  const given = NAMES.map((key) => Properties[key]).find((value) => typeof value === 'string');
  const unique = createHash('sha256').update(`${stack.name}/${id}`).digest('hex').slice(0, 12);
  return given ?? `${asName(stack.name, 24)}-${asName(id, 24)}-${unique}`;
};

/** AWS's values for a resource of that type: its name, and the results of `Ref` and `Fn::GetAtt`. */
const MADE: Record<string, (name: string, region: string, resource: TemplateResource) => Omit<Made, 'name'>> = {
  'AWS::ApiGatewayV2::Api': (_, region) => ({
    arn: `arn:aws:apigateway:${region}::/apis/a1b2c3d4e5`,
    ref: 'a1b2c3d4e5',
    attributes: { ApiEndpoint: `https://a1b2c3d4e5.execute-api.${region}.amazonaws.com`, ApiId: 'a1b2c3d4e5' },
  }),
  'AWS::CertificateManager::Certificate': (_, region) => {
    const arn = `arn:aws:acm:${region}:${ACCOUNT}:certificate/01234567-89ab-cdef-0123-456789abcdef`;
    return { arn, ref: arn };
  },
  'AWS::CloudFront::Distribution': () => ({
    arn: `arn:aws:cloudfront::${ACCOUNT}:distribution/E1A2B3C4D5E6F7`,
    ref: 'E1A2B3C4D5E6F7',
    attributes: { DomainName: 'd111111abcdef8.cloudfront.net', Id: 'E1A2B3C4D5E6F7' },
  }),
  'AWS::CloudFront::Function': (name) => {
    const arn = `arn:aws:cloudfront::${ACCOUNT}:function/${name}`;
    return { arn, ref: arn, attributes: { FunctionARN: arn } };
  },
  'AWS::CloudFront::OriginAccessControl': () => ({
    arn: '',
    ref: 'E327GJI25M56DG',
    attributes: { Id: 'E327GJI25M56DG' },
  }),
  'AWS::CloudWatch::Alarm': (name, region, { Properties = {} }) => {
    const own = typeof Properties.AlarmName === 'string' ? Properties.AlarmName : name;
    return { arn: `arn:aws:cloudwatch:${region}:${ACCOUNT}:alarm:${own}`, ref: own };
  },
  'AWS::CodeDeploy::Application': (name, region) => ({
    arn: `arn:aws:codedeploy:${region}:${ACCOUNT}:application:${name}`,
  }),
  'AWS::Cognito::UserPool': (_, region) => {
    const id = `${region}_aBcDeFgHi`;
    const provider = `cognito-idp.${region}.amazonaws.com/${id}`;
    const arn = `arn:aws:cognito-idp:${region}:${ACCOUNT}:userpool/${id}`;
    return { arn, ref: id, attributes: { ProviderName: provider, ProviderURL: `https://${provider}`, UserPoolId: id } };
  },
  'AWS::Cognito::UserPoolClient': () => ({ arn: '', ref: '1h57kf5cpq17m0eml12EXAMPLE'.toLowerCase() }),
  'AWS::DynamoDB::Table': (name, region) => {
    const arn = `arn:aws:dynamodb:${region}:${ACCOUNT}:table/${name}`;
    return { arn, attributes: { StreamArn: `${arn}/stream/2026-01-01T00:00:00.000` } };
  },
  'AWS::Events::Rule': (name, region) => ({ arn: `arn:aws:events:${region}:${ACCOUNT}:rule/${name}` }),
  'AWS::IAM::Role': (name) => ({
    arn: `arn:aws:iam::${ACCOUNT}:role/${name}`,
    attributes: { RoleId: 'AROAIOSFODNN7EXAMPLE' },
  }),
  'AWS::Lambda::Function': (name, region) => ({ arn: `arn:aws:lambda:${region}:${ACCOUNT}:function:${name}` }),
  'AWS::Logs::LogGroup': (name, region) => ({ arn: `arn:aws:logs:${region}:${ACCOUNT}:log-group:${name}:*` }),
  'AWS::Logs::DeliveryDestination': (name, region) => ({
    arn: `arn:aws:logs:${region}:${ACCOUNT}:delivery-destination:${name}`,
  }),
  'AWS::S3::Bucket': (name, region) => {
    const bucket = name.toLowerCase();
    const attributes = {
      RegionalDomainName: `${bucket}.s3.${region}.amazonaws.com`,
      DomainName: `${bucket}.s3.amazonaws.com`,
    };
    return { arn: `arn:aws:s3:::${bucket}`, ref: bucket, attributes };
  },
  'AWS::SecretsManager::Secret': (name, region) => {
    const arn = `arn:aws:secretsmanager:${region}:${ACCOUNT}:secret:${name}-a1B2c3`;
    return { arn, ref: arn };
  },
  'AWS::SES::ConfigurationSet': (name, region) => ({
    arn: `arn:aws:ses:${region}:${ACCOUNT}:configuration-set/${name}`,
  }),
  'AWS::SES::EmailIdentity': (_, region, { Properties = {} }) => {
    const domain = String(Properties.EmailIdentity);
    const tokens = ['1', '2', '3'].flatMap((n) => [
      [`DkimDNSTokenName${n}`, `token${n}._domainkey.${domain}`],
      [`DkimDNSTokenValue${n}`, `token${n}.dkim.amazonses.com`],
    ]);
    return {
      arn: `arn:aws:ses:${region}:${ACCOUNT}:identity/${domain}`,
      ref: domain,
      attributes: Object.fromEntries(tokens),
    };
  },
  'AWS::SNS::Topic': (name, region) => {
    const arn = `arn:aws:sns:${region}:${ACCOUNT}:${name}`;
    return { arn, ref: arn, attributes: { TopicArn: arn, TopicName: name } };
  },
  'AWS::SQS::Queue': (name, region) => ({
    arn: `arn:aws:sqs:${region}:${ACCOUNT}:${name}`,
    ref: `https://sqs.${region}.amazonaws.com/${ACCOUNT}/${name}`,
    attributes: { QueueName: name, QueueUrl: `https://sqs.${region}.amazonaws.com/${ACCOUNT}/${name}` },
  }),
  'AWS::WAFv2::WebACL': (name, region) => ({
    arn: `arn:aws:wafv2:${region}:${ACCOUNT}:global/webacl/${name}/01234567-89ab-cdef-0123-456789abcdef`,
  }),
};

/** Resolves intrinsic functions as CloudFormation would, over all stacks of the app. */
export class Resolver {
  readonly #stacks: ReadonlyMap<string, Stack>;

  constructor(stacks: readonly Stack[]) {
    this.#stacks = new Map(stacks.map((stack) => [stack.name, stack]));
  }

  /** A resource's ARN; undefined if its type isn't known here. */
  arnOf(stack: Stack, id: string): string | undefined {
    return this.#made(stack, id)?.arn || undefined;
  }

  /** The resolved properties. Values that only AWS knows are strings for which `isUnresolved` is true. */
  properties(stack: Stack, id: string): JsonObject {
    return this.resolve(stack, stack.template.Resources[id]?.Properties ?? {}) as JsonObject;
  }

  resolve(stack: Stack, value: Json | undefined): Json | undefined {
    if (Array.isArray(value)) {
      return value.map((one) => this.resolve(stack, one)).filter((one) => one !== undefined);
    }
    if (typeof value !== 'object' || value === null) return value;
    const [[name, argument] = [], ...others] = Object.entries(value);
    if (name !== undefined && others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) {
      return this.#call(stack, name, argument);
    }
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, one]) => [key, this.resolve(stack, one)] as const)
        .filter(([, one]) => one !== undefined),
    );
  }

  #call(stack: Stack, name: string, argument: Json | undefined): Json | undefined {
    const parts = (value: Json | undefined) => {
      const resolved = this.resolve(stack, value);
      return Array.isArray(resolved) ? resolved : undefined;
    };
    switch (name) {
      case 'Ref':
        return this.#ref(stack, String(argument));
      case 'Fn::GetAtt': {
        const [id = '', ...attribute] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
        return this.#attribute(stack, id, attribute.join('.'));
      }
      case 'Fn::Join': {
        const [separator = '', list] = parts(argument) ?? [];
        return Array.isArray(list) ? list.join(String(separator)) : `${UNRESOLVED}${name}`;
      }
      case 'Fn::Select': {
        const [index, list] = parts(argument) ?? [];
        return Array.isArray(list) ? list[Number(index)] : `${UNRESOLVED}${name}`;
      }
      case 'Fn::Split': {
        const [separator = '', text] = parts(argument) ?? [];
        return isUnresolved(text) ? [`${UNRESOLVED}${name}`] : String(text).split(String(separator));
      }
      case 'Fn::Sub': {
        const [text, own] = Array.isArray(argument) ? argument : [argument];
        const given = (this.resolve(stack, own ?? {}) ?? {}) as JsonObject;
        return String(text).replace(/\$\{([^!}][^}]*)\}/g, (_, key: string) => {
          const [id = '', ...attribute] = key.split('.');
          return String(
            given[key] ?? (attribute.length ? this.#attribute(stack, id, attribute.join('.')) : this.#ref(stack, key)),
          );
        });
      }
      case 'Fn::GetStackOutput': {
        const { StackName, OutputName } = argument as JsonObject;
        return this.#output(String(StackName), String(OutputName));
      }
      case 'Fn::ImportValue': {
        const wanted = this.resolve(stack, argument);
        for (const other of this.#stacks.values()) {
          for (const { Value, Export } of Object.values(other.template.Outputs ?? {})) {
            if (Export && this.resolve(other, Export.Name) === wanted) return this.resolve(other, Value);
          }
        }
        return `${UNRESOLVED}${name} ${wanted}`;
      }
      default:
        return `${UNRESOLVED}${name}`;
    }
  }

  #output(stackName: string, name: string): Json | undefined {
    const stack = this.#stacks.get(stackName);
    const output = stack?.template.Outputs?.[name];
    return stack && output ? this.resolve(stack, output.Value) : `${UNRESOLVED}${stackName}.${name}`;
  }

  #ref(stack: Stack, id: string): Json | undefined {
    if (id === 'AWS::NoValue') return undefined;
    const pseudo: Record<string, string> = {
      'AWS::AccountId': ACCOUNT,
      'AWS::Partition': 'aws',
      'AWS::Region': stack.region,
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': stack.name,
      'AWS::StackId': `arn:aws:cloudformation:${stack.region}:${ACCOUNT}:stack/${stack.name}/01234567`,
    };
    if (pseudo[id] !== undefined) return pseudo[id];
    const parameter = stack.template.Parameters?.[id];
    if (parameter) return parameter.Default ?? `${UNRESOLVED}${id}`;
    const made = this.#made(stack, id);
    return made ? (made.ref ?? made.name) : `${UNRESOLVED}${id}`;
  }

  #attribute(stack: Stack, id: string, attribute: string): string {
    const made = this.#made(stack, id);
    if (attribute === 'Arn' && made?.arn) return made.arn;
    return made?.attributes?.[attribute] ?? `${UNRESOLVED}${id}.${attribute}`;
  }

  #made(stack: Stack, id: string): Made | undefined {
    const resource = stack.template.Resources[id];
    if (!resource) return undefined;
    const { Type, Properties = {} } = resource;
    if (Type === 'AWS::Lambda::Version' || Type === 'AWS::Lambda::Alias') {
      const lambda = this.functionArn(stack, Properties.FunctionName);
      const arn = `${lambda}:${Type === 'AWS::Lambda::Alias' ? Properties.Name : '1'}`;
      return {
        name: String(Properties.Name ?? '1'),
        arn,
        ref: arn,
        attributes: { FunctionArn: arn, AliasArn: arn, Version: '1' },
      };
    }
    if (Type === 'AWS::Lambda::Url') {
      const url = `https://abcdefghijklmnopqrstuvwxyz012345.lambda-url.${stack.region}.on.aws/`;
      return {
        name: id,
        arn: this.functionArn(stack, Properties.TargetFunctionArn),
        attributes: { FunctionUrl: url },
      };
    }
    if (Type === 'AWS::Lambda::LayerVersion') {
      const arn = `arn:aws:lambda:${stack.region}:${ACCOUNT}:layer:${asName(id)}:1`;
      return { name: id, arn, ref: arn };
    }
    const name = nameOf(stack, id, resource);
    const make = MADE[Type];
    if (make) return { name, ...make(name, stack.region, resource) };
    return undefined;
  }

  /** The ARN of a Lambda that a template names by its name or its ARN. */
  functionArn(stack: Stack, value: Json | undefined): string {
    const named = String(this.resolve(stack, value));
    return named.startsWith('arn:') ? named : `arn:aws:lambda:${stack.region}:${ACCOUNT}:function:${named}`;
  }
}
