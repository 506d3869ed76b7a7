import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { bundleLambda } from '../../lib/build/bundling.ts';
import { LambdaFunction } from '../../lib/stack/lambda-function.ts';
import { Rollout } from '../../lib/stack/rollout.ts';
import { linkedProviders } from '../../lib/stack/sign-in-providers.ts';
import { selectStages, stages } from '../../lib/stack/stages.ts';
import { bundleRules } from './bundles.ts';
import { dataRules } from './data.ts';
import { edgeRules } from './edge.ts';
import { lambdaRules } from './lambdas.ts';
import { operationsRules } from './operations.ts';
import { queueRules } from './queues.ts';
import { routeRules } from './routes.ts';
import { list, type Synthesised, synthesised, type Template, text } from './synthesised.ts';

let acknowledged: [string, string][] = [];
let both: Synthesised[] = [];

beforeAll(async () => {
  ({ acknowledged, stages: both } = await synthesised());
});

const each = (check: (one: Synthesised) => void) => () => {
  expect(both).toHaveLength(2);
  for (const one of both) check(one);
};

describe('the stages', () => {
  test('are production, staging and development, each with its own region', () => {
    expect(stages.map(({ name }) => name)).toEqual(['production', 'staging', 'development']);
    for (const { region } of stages) expect(region).toMatch(/^[a-z]{2}-[a-z]+-\d$/);
  });

  test('share no address, mail domain or sign-in', () => {
    for (const setting of ['baseUrl', 'signInPrefix'] as const) {
      expect(new Set(stages.map((stage) => stage[setting])).size).toBe(stages.length);
    }
    expect(new Set(stages.map(({ mail }) => mail.domain)).size).toBe(stages.length);
  });

  test('send an accepted origin secret, and accept two at most', () => {
    for (const { originSecrets } of stages) {
      expect(originSecrets.accepted).toContain(originSecrets.sent);
      expect(originSecrets.accepted.length).toBeLessThanOrEqual(2);
    }
  });

  test('require a captcha in the demo if its answers cost money', () => {
    for (const { model, captcha } of stages) if (model) expect(captcha).toBeDefined();
  });

  test('reserve concurrency only by settings that the runbook leaves out on a new account', () => {
    const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
    const [quotas = ''] = /^2\. \*\*Quotas\*\*[\s\S]*?(?=^3\. )/m.exec(runbook) ?? [];
    const reserving = new Set(stages.flatMap((stage) => Object.keys(stage)).filter((name) => name.endsWith('AtOnce')));
    expect(reserving.size).toBe(4);
    for (const name of reserving) expect(quotas).toContain(`\`${name}\``);
  });

  test('cannot be named otherwise', () => {
    expect(() => selectStages('live')).toThrow('There is no stage "live"');
  });

  test('are all synthesized, but not deployed if none is named', () => {
    expect(selectStages(undefined)).toEqual(stages);
    const { deploy } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
    expect(deploy).toMatch(/ -c stage=$/);
    expect(() => selectStages('')).toThrow('one of: production, staging, development');
  });
});

describe('a finding of cdk-nag', () => {
  test('is acknowledged with a reason, and each acknowledgment names one finding', () => {
    expect(acknowledged.length).toBeGreaterThan(10);
    for (const [finding, reason] of acknowledged) {
      expect(finding).toMatch(/AwsSolutions-[A-Z]+\d+|^Annotation::@aws-cdk/);
      expect(reason.length).toBeGreaterThan(30);
    }
  });
});

test('a repair that is released at once takes the alarms off, which a deploy without them would leave', async () => {
  const entry = 'functions/not-found/index.ts';
  await bundleLambda(entry);
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
  const app = new App({ context: { ...context, rollout: 'at-once' } });
  const stack = new Stack(app, 'Repair');
  const [stage] = selectStages('development');
  const lambda = new LambdaFunction(stack, 'not-found', { stage: stage!, settings: {} }, { entry, timeoutSeconds: 3 });
  new Rollout(stack, 'Rollout', stage!).release(lambda);
  const { Resources: resources }: Template = app.synth().getStackByName('Repair').template;
  const groups = Object.values(resources).filter(({ Type }) => Type === 'AWS::CodeDeploy::DeploymentGroup');
  expect(groups.map(({ Properties }) => Properties)).toEqual([
    expect.objectContaining({
      AlarmConfiguration: { Enabled: false },
      AutoRollbackConfiguration: { Enabled: true, Events: ['DEPLOYMENT_FAILURE'] },
      DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
    }),
  ]);
});

/** The resources that a value refers to. */
const referredIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (key === 'Ref') return [String(one)];
    if (key === 'Fn::GetAtt') return [String(Array.isArray(one) ? one[0] : one)];
    return referredIn(one);
  });
};

/** A way from a resource back to itself, by references of any attribute. */
const cycleIn = ({ Resources: all }: Template): string[] | undefined => {
  const done = new Set<string>();
  const walk = (id: string, path: string[]): string[] | undefined => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    const resource = all[id];
    if (!resource || done.has(id)) return undefined;
    const { Type: _, Metadata: __, DependsOn = [], ...rest } = resource;
    for (const next of [...referredIn(rest), ...DependsOn]) {
      const cycle = walk(next, [...path, id]);
      if (cycle) return cycle;
    }
    done.add(id);
    return undefined;
  };
  for (const id of Object.keys(all)) {
    const cycle = walk(id, []);
    if (cycle) return cycle;
  }
  return undefined;
};

/** AWS allows 500; the rest is room for what comes. */
const MAX_RESOURCES = 350;

describe('a stack', () => {
  test(
    `has at most ${MAX_RESOURCES} resources`,
    each(({ stacks }) => {
      expect(stacks.length).toBeGreaterThan(1);
      for (const { name, template } of stacks) {
        const count = Object.keys(template.Resources).length;
        expect([name, count <= MAX_RESOURCES]).toEqual([name, true]);
      }
    }),
  );

  test(
    'deploys after every stack that it imports from or whose secret it reads',
    each(({ stacks }) => {
      for (const { name, after, template } of stacks) {
        const text = JSON.stringify(template.Resources);
        for (const other of stacks) {
          const exports = Object.values(other.template.Outputs ?? {}).flatMap(({ Export }) => Export?.Name ?? []);
          const isImported = exports.some((one) => text.includes(`"Fn::ImportValue":"${one}"`));
          const isRead = text.includes(`"StackName":"${other.name}"`);
          if (isImported || isRead) expect([name, after]).toEqual([name, expect.arrayContaining([other.name])]);
        }
        if (!name.endsWith('-data') && text.includes('{{resolve:secretsmanager:sidenote/')) {
          expect([name, after]).toEqual([name, expect.arrayContaining([expect.stringMatching(/-data$/)])]);
        }
      }
    }),
  );

  test(
    'a stack with the loader deploys only after the widget’s files are uploaded',
    each(({ stacks }) => {
      const uploads = stacks.find(({ template }) =>
        JSON.stringify(template.Resources).includes('"DestinationBucketKeyPrefix":"widget"'),
      );
      const ships = stacks.find(({ template }) =>
        Object.values(template.Resources).some(({ Properties }) =>
          JSON.stringify(Properties ?? {}).includes('functions/loader/index.ts"'),
        ),
      );
      expect(ships?.after).toContain(uploads?.name);
    }),
  );

  test(
    'has no circular dependencies',
    each(({ stacks }) => {
      for (const { name, template } of stacks) expect([name, cycleIn(template)]).toEqual([name, undefined]);
      const waiting = (on: string) => ({ Type: 'T', Properties: { Name: { 'Fn::Join': ['', [{ Ref: on }]] } } });
      expect(cycleIn({ Resources: { A: waiting('B'), B: { Type: 'T', UpdatePolicy: { Ref: 'A' } } } })).toEqual([
        'A',
        'B',
        'A',
      ]);
    }),
  );

  test(
    'rejects its deletion only on a protected stage',
    each(({ stage, stacks }) => {
      for (const { name, isProtected } of stacks) {
        expect([name, isProtected]).toEqual([name, stage.isProtected === true]);
      }
    }),
  );

  test(
    'keeps named resources only after its first deploy, which could not be repeated otherwise',
    each(({ region, edge }) => {
      const kept = [...region.all, ...edge.all].filter(({ deletionPolicy }) => deletionPolicy?.startsWith('Retain'));
      const always = kept.filter(({ deletionPolicy }) => deletionPolicy === 'Retain');
      for (const { type, properties } of always) {
        expect(['AWS::S3::Bucket', 'AWS::Lambda::Function', 'AWS::Lambda::Version']).toContain(type);
        expect([properties.BucketName, properties.FunctionName?.Ref ? undefined : properties.FunctionName]).toEqual([
          undefined,
          undefined,
        ]);
      }
      const once = kept.filter(({ deletionPolicy }) => deletionPolicy === 'RetainExceptOnCreate');
      expect(new Set(once.map(({ type }) => type))).toEqual(
        new Set(['AWS::Cognito::UserPool', 'AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret']),
      );
    }),
  );

  test(
    'reads another region’s values outside of intrinsic functions',
    each(({ stacks }) => {
      const nested = (value: unknown, inFunction: boolean): string[] => {
        if (typeof value !== 'object' || value === null) return [];
        return Object.entries(value).flatMap(([key, one]) =>
          key === 'Fn::GetStackOutput' && inFunction
            ? [JSON.stringify(one)]
            : nested(one, inFunction || (key.startsWith('Fn::') && key !== 'Fn::GetStackOutput')),
        );
      };
      for (const { template } of stacks) expect(nested(template.Resources, false)).toEqual([]);
      expect(nested({ 'Fn::Select': [2, { 'Fn::GetStackOutput': {} }] }, false)).toHaveLength(1);
    }),
  );

  test(
    'declares all its exports, which then stay when no stack imports them any more',
    each(({ stacks }) => {
      const outputs = stacks.flatMap(({ template }) => Object.values(template.Outputs ?? {}));
      const exported = outputs.filter(({ Export }) => Export !== undefined);
      expect(exported.length).toBeGreaterThan(0);
      for (const output of exported) expect(output).toMatchObject({ Description: 'Kept even if unused' });
    }),
  );

  test(
    'exports the topic of received mails even without replies, so that a stage can turn them off',
    each(({ stacks }) => {
      const names = stacks.flatMap(({ template }) => Object.keys(template.Outputs ?? {}));
      expect(names.filter((name) => name.includes('MailReceived'))).toHaveLength(1);
    }),
  );
});

describe('sign-in by other providers', () => {
  const providersOf = ({ region }: Synthesised) =>
    region.of('AWS::Cognito::UserPoolIdentityProvider').map(({ properties }) => properties);
  const clientOf = ({ region }: Synthesised) => region.of('AWS::Cognito::UserPoolClient')[0]!.properties;
  const poolOf = ({ region }: Synthesised) => region.of('AWS::Cognito::UserPool')[0]!;
  const plain = () => both.find(({ stage }) => !stage.signInProviders)!;
  const open = () => both.find(({ stage }) => stage.signInProviders)!;

  test('leaves nothing in a stage without it', () => {
    expect(providersOf(plain())).toEqual([]);
    expect(clientOf(plain()).SupportedIdentityProviders).toEqual(['COGNITO']);
    const { properties } = poolOf(plain());
    expect([properties.LambdaConfig, JSON.stringify(properties.Schema).includes('provider_subject')]).toEqual([
      undefined,
      false,
    ]);
    const { Outputs = {} } = plain().stacks.find(({ name }) => name.endsWith('-data'))!.template;
    expect(Object.keys(Outputs).filter((name) => /Saml|Callback/.test(name))).toEqual([]);
  });

  test('offers each provider of the stage, by references that deploy it before the client', () => {
    const providers = providersOf(open());
    expect(providers.map(({ ProviderType, ProviderName }) => [ProviderType, ProviderName])).toEqual([
      ['Google', 'Google'],
      ['SAML', 'Company'],
      ['OIDC', 'GitHub'],
    ]);
    const [passwords, ...others] = list(clientOf(open()).SupportedIdentityProviders);
    expect(passwords).toBe('COGNITO');
    expect(others.map((one) => open().region.named(one).properties)).toEqual(providers);
  });

  test('keeps the providers’ secrets out of the template', () => {
    const secrets = providersOf(open()).map(({ ProviderDetails }) => ProviderDetails?.client_secret);
    const named = (name: string) => `{{resolve:secretsmanager:${name}:SecretString:::}}`;
    expect(secrets).toEqual([named('sign-in/google'), undefined, named('sign-in/github')]);
  });

  test('takes over whether an address is verified only from providers that prove addresses', () => {
    const [google, company, github] = providersOf(open()).map(({ AttributeMapping }) => AttributeMapping);
    expect(google).toEqual({
      email: 'email',
      email_verified: 'email_verified',
      name: 'name',
      'custom:provider_subject': 'sub',
    });
    expect(company).toMatchObject({ email_verified: 'email_verified', 'custom:provider_subject': 'subject' });
    expect(github).toEqual({ email: 'email', name: 'name', 'custom:provider_subject': 'sub' });
    const trigger = open().region.named(poolOf(open()).properties.LambdaConfig?.PreSignUp);
    expect(JSON.parse(text(trigger.properties.Environment?.Variables?.SIGN_IN_PROVIDERS))).toEqual([
      { name: 'Google', isTrusted: true },
      { name: 'Company', isTrusted: true },
      { name: 'GitHub', isTrusted: false },
    ]);
  });

  test('runs the trigger, which may look up, link and delete users of this pool only', () => {
    const { region } = open();
    const pool = poolOf(open());
    const trigger = region.named(pool.properties.LambdaConfig?.PreSignUp);
    expect(text(trigger.properties.Description)).toContain('functions/workers/link-sign-in.ts');
    expect(trigger.properties.Timeout).toBe(5);
    const statements = region
      .of('AWS::IAM::Policy')
      .filter(({ properties }) =>
        list(properties.Roles).some((role) => region.named(role) === region.named(trigger.properties.Role)),
      )
      .flatMap(({ properties }) => list(properties.PolicyDocument?.Statement))
      .filter(({ Action }) => JSON.stringify(Action).includes('cognito-idp:'));
    expect(statements).toEqual([
      expect.objectContaining({
        Effect: 'Allow',
        Action: ['AdminDeleteUser', 'AdminGetUser', 'AdminLinkProviderForUser', 'ListUsers'].map(
          (name) => `cognito-idp:${name}`,
        ),
      }),
    ]);
    expect(region.named(statements[0]?.Resource)).toBe(pool);
  });

  test('names the addresses that the providers ask for', () => {
    const { Outputs = {} } = open().stacks.find(({ name }) => name.endsWith('-data'))!.template;
    const values = Object.values(Outputs).map(({ Value }) => Value);
    const hosted = `https://${open().stage.signInPrefix}.auth.us-east-1.amazoncognito.com`;
    expect(values).toEqual(expect.arrayContaining([`${hosted}/oauth2/idpresponse`, `${hosted}/saml2/idpresponse`]));
    expect(JSON.stringify(values)).toContain('urn:amazon:cognito:sp:');
  });

  test('is refused with a name that Cognito does not take, with two of a name, and with an unproven proof', () => {
    const saml = { kind: 'saml', name: 'Company', label: 'C', metadata: { url: 'https://c.example' } } as const;
    const attributes = { subject: 's', email: 'e' };
    expect(() => linkedProviders([{ ...saml, name: 'My_Company', attributes }])).toThrow('My_Company');
    expect(() => linkedProviders([{ ...saml, name: 'Cognito', attributes }])).toThrow('Cognito');
    expect(() => linkedProviders([saml, { ...saml, name: 'COMPANY' }].map((one) => ({ ...one, attributes })))).toThrow(
      'its own name',
    );
    expect(() => linkedProviders([{ ...saml, attributes, provesAddresses: true }])).toThrow('emailVerified');
  });
});

describe('an alarm', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
  const alarms = ({ region, edge }: Synthesised) =>
    [region, edge].flatMap((stack) =>
      stack
        .of('AWS::CloudWatch::Alarm')
        .map((alarm) => ({ stack, name: text(alarm.properties.AlarmName), alarm: alarm.properties })),
    );

  test(
    'is in the runbook under its name',
    each((one) => {
      for (const { name } of alarms(one)) {
        expect(runbook).toContain(`### ${name.slice(`sidenote-${one.stage.name}-`.length)}\n`);
      }
    }),
  );

  test(
    'emails its start and its end, through a topic that accepts it',
    each((one) => {
      for (const { stack, alarm } of alarms(one)) {
        expect(list(alarm.AlarmActions)).toHaveLength(1);
        expect(alarm.OKActions).toEqual(alarm.AlarmActions);
        const topic = stack.named(alarm.AlarmActions?.[0]);
        const policy = stack
          .of('AWS::SNS::TopicPolicy')
          .find(({ properties }) => stack.named(properties.Topics?.[0]) === topic);
        expect(JSON.stringify(policy?.properties)).toContain('"cloudwatch.amazonaws.com"');
        const mails = stack
          .of('AWS::SNS::Subscription')
          .filter(({ properties }) => stack.named(properties.TopicArn) === topic)
          .map(({ properties }) => [properties.Protocol, properties.Endpoint]);
        expect(mails).toEqual([['email', one.stage.alarmMail]]);
      }
    }),
  );

  test.each([
    'api-5xx',
    'mcp-5xx',
    'bugs',
    'dispatch-late',
    'count-usage-late',
    'dead-letters-count-usage',
    'oldest-owed',
    'lambda-throttles',
    'model-faults',
    'dead-letters-run-persona',
    'dead-letters-extract-review',
    'dead-letters-render-page',
    'dead-letters-refit-calibrator',
    'dead-letters-deliver-webhook',
    'dead-letters-erase-person',
    'dead-letters-export-data',
    'table-read-throttles',
    'table-write-throttles',
    'mail-bounces',
    'mail-complaints',
    'edge-5xx',
    'edge-bypassed',
    'api-slow',
    'mcp-slow',
    'function-errors',
    'index-throttles',
    'scratch-throttles',
    'evidence-size',
    'waf-blocks',
  ])('watches %s', (name) => {
    for (const one of both) {
      expect(alarms(one).map(({ name: found }) => found)).toContain(`sidenote-${one.stage.name}-${name}`);
    }
  });

  test(
    'the alarm on errors and throttles watches every function of the account, the fetcher and the renderer too',
    each((one) => {
      for (const [name, MetricName] of [
        ['function-errors', 'Errors'],
        ['lambda-throttles', 'Throttles'],
      ]) {
        const found = alarms(one).find((alarm) => alarm.name === `sidenote-${one.stage.name}-${name}`);
        const all = list(found?.alarm.Metrics).find(({ Id }) => text(Id) === 'all')?.MetricStat?.Metric;
        expect(all === undefined).toBe(name === 'lambda-throttles' || !one.stage.signInProviders);
        expect(all ?? found?.alarm).toMatchObject({ Namespace: 'AWS/Lambda', MetricName });
        // One would limit it to a single function.
        expect((all ?? found?.alarm)?.Dimensions).toBeUndefined();
      }
    }),
  );

  test(
    'an alarm on the edge reads CloudFront’s metrics: in the region Global',
    each((one) => {
      const found = alarms(one).find(({ name }) => name.endsWith('-edge-5xx'));
      expect(found?.alarm.Dimensions).toContainEqual({ Name: 'Region', Value: 'Global' });
    }),
  );

  test(
    'the alarm on the oldest owed work also fires if data is missing',
    each((one) => {
      const found = alarms(one).find(({ name }) => name.endsWith('-oldest-owed'));
      expect(found?.alarm).toMatchObject({
        Namespace: 'Sidenote',
        MetricName: 'OldestOwedSeconds',
        TreatMissingData: 'breaching',
      });
    }),
  );
});

dataRules(each);
operationsRules(each);
lambdaRules(each);
queueRules(each);
routeRules(each);
edgeRules(each);
bundleRules();
