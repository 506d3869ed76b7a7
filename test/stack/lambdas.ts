import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { areas } from '../../functions/areas.ts';
import { shippedFiles } from '../../functions/exports/render/fonts.ts';
import { settingsEnvironment } from '../../functions/reviews/ask/model/settings.ts';
import { FETCHER_ENTRY, lambdaEntries, RENDERER_ENTRY } from '../../lib/build/bundling.ts';
import { count, list, type Resource, type Resources, type Synthesised, text, type Value } from './synthesised.ts';

type Each = (check: (one: Synthesised) => void) => () => void;

const lambdas = (stack: Resources) => stack.of('AWS::Lambda::Function');
const entryOf = ({ properties }: Resource) =>
  (properties.Description ? text(properties.Description).split(': ')[1] : undefined) ?? '';
const settingsOf = ({ properties }: Resource): Value => properties.Environment?.Variables ?? {};

const statementsOf = (stack: Resources, { properties }: Resource): Value[] =>
  stack
    .of('AWS::IAM::Policy')

    .filter((policy) =>
      list(policy.properties.Roles).some((role) => stack.named(role) === stack.named(properties.Role)),
    )
    .flatMap((policy) => list(policy.properties.PolicyDocument?.Statement));

/** A policy writes one without a list. */
const severalOf = (value: Value | undefined): unknown[] => (Array.isArray(value) ? value : [value]);

/** Functions that read strangers' files, or draw long documents. */
const LARGE = ['extract-review.ts', 'render-page.ts', 'demo/index.ts', 'exports/index.ts'];

const DEMO = 'functions/demo/index.ts';
/** Reads the documents in which clients describe themselves. */
const SIGN_IN = 'functions/oauth/index.ts';
const READER = 'functions/workers/extract-review.ts';
const PAGE_READER = 'functions/workers/render-page.ts';
const DELIVERER = 'functions/workers/deliver-webhook.ts';
const PERSONAS_RUN = 'functions/workers/run-persona.ts';
/** They estimate costs by the model's prices, and never ask it. */
const ESTIMATING = ['mcp', 'reviews', 'usage'].map((name) => `functions/${name}/index.ts`);

/** AWS defines no resource for these. */
const WITHOUT_RESOURCES = [
  'dynamodb:ListStreams',
  'transcribe:StartTranscriptionJob',
  'xray:PutTraceSegments',
  'xray:PutTelemetryRecords',
];

export const lambdaRules = (each: Each): void => {
  describe('a Lambda', () => {
    test(
      'exists for each bundled entry',
      each(({ region, edge, stage }) => {
        const entries = [...lambdas(region), ...lambdas(edge)].map(entryOf).filter(Boolean);
        const expected = new Set(lambdaEntries(areas));
        if (!stage.mail.replies) expected.delete('functions/workers/receive-mail.ts');
        if (!stage.signInProviders) expected.delete('functions/workers/link-sign-in.ts');
        expect(new Set(entries)).toEqual(expected);
      }),
    );

    test(
      'runs Node 24 on arm64 with its own timeout and size',
      each(({ region }) => {
        const others = lambdas(region).filter((lambda) => entryOf(lambda) !== RENDERER_ENTRY);
        expect(others).toHaveLength(lambdas(region).length - 1);
        for (const { properties } of others) {
          expect(properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
          const isLong = /\/(export-data|run-persona)\.ts$/.test(text(properties.Description));
          expect(count(properties.Timeout)).toBeLessThanOrEqual(isLong ? 900 : 300);
          const large = LARGE.find((entry) => text(properties.Description).endsWith(entry));
          expect(count(properties.MemorySize)).toBeLessThanOrEqual(large ? 2560 : 1024);
        }
      }),
    );

    test(
      'includes the files that it reads',
      each(({ region }) => {
        const shipped = {
          discovery: ['static/llms.txt', 'static/openapi.json'],
          loader: ['loader.js', 'manifest.json'],
          personas: ['catalog/design.md', 'catalog/copy.md'],
          exports: shippedFiles.map((path) => basename(path)),
          demo: ['catalog/design.md', 'catalog/marketing.md', 'catalog/copy.md'],
        };
        for (const [name, files] of Object.entries(shipped)) {
          const lambda = lambdas(region).find((one) => entryOf(one) === `functions/${name}/index.ts`);
          for (const file of ['index.js', ...files]) expect(existsSync(join(lambda?.folder ?? '', file))).toBe(true);
        }
      }),
    );

    test(
      'logs to a group with retention, or may not log at all',
      each(({ stage, region, edge }) => {
        for (const stack of [region, edge]) {
          for (const lambda of lambdas(stack)) {
            const group = lambda.properties.LoggingConfig?.LogGroup;
            if (group === undefined) expect(statementsOf(stack, lambda)).toEqual([]);
            else expect(stack.named(group).properties.RetentionInDays).toBe(stage.logDays);
          }
          for (const { properties } of stack.of('AWS::Logs::LogGroup'))
            expect(properties.RetentionInDays).toBe(stage.logDays);
        }
      }),
    );

    test(
      'is monitored for unexpected errors and for calls that bypass the edge',
      each(({ region }) => {
        const filters = region.of('AWS::Logs::MetricFilter');
        const counting = (lambda: Resource, pattern: string) =>
          filters.filter(
            ({ properties }) =>
              text(properties.FilterPattern) === pattern &&
              region.named(properties.LogGroupName) === region.named(lambda.properties.LoggingConfig?.LogGroup),
          );
        for (const lambda of lambdas(region)) {
          expect(counting(lambda, String.raw`"\"level\":\"error\""`)).toHaveLength(1);
          const isCalled = entryOf(lambda).endsWith('/index.ts');
          expect(counting(lambda, String.raw`"\"refused\":\"edge\""`)).toHaveLength(isCalled ? 1 : 0);
        }
        // The runtime's line is text with our JSON at its end, which a JSON pattern never matches.
        for (const { properties } of filters) expect(text(properties.FilterPattern)).toMatch(/^"/);
      }),
    );

    test(
      'called over http has the origin secrets',
      each(({ stage, region }) => {
        const called = lambdas(region).filter((lambda) => entryOf(lambda).endsWith('/index.ts'));
        expect(called).toHaveLength(areas.length + 2);
        for (const lambda of called) {
          const secrets = JSON.stringify(settingsOf(lambda).ORIGIN_SECRETS);
          expect(secrets.match(/\{\{resolve:secretsmanager:/g)).toHaveLength(stage.originSecrets.accepted.length);
        }
      }),
    );

    test(
      'has only the settings that its code names',
      each(({ region }) => {
        const notFound = lambdas(region).find((lambda) => entryOf(lambda) === 'functions/not-found/index.ts');
        expect(Object.keys(settingsOf(notFound!))).toEqual(['ORIGIN_SECRETS']);
      }),
    );
  });

  describe('a grant', () => {
    test(
      'names its actions and its resources',
      each(({ region }) => {
        for (const lambda of lambdas(region)) {
          for (const { Action, Resource: resources } of statementsOf(region, lambda)) {
            for (const action of severalOf(Action)) expect(action).not.toContain('*');
            const isUnbound = severalOf(Action).some((action) => WITHOUT_RESOURCES.includes(String(action)));
            if (!isUnbound) expect(severalOf(resources)).not.toContain('*');
          }
        }
      }),
    );

    test(
      'no grant on a table allows a scan or all indexes',
      each(({ region }) => {
        for (const lambda of lambdas(region)) {
          const text = JSON.stringify(statementsOf(region, lambda));
          expect(text).not.toContain('/index/*');
          expect(text).not.toContain('dynamodb:Scan');
        }
      }),
    );

    test(
      'exactly the functions that know the bucket have a grant on objects',
      each(({ region }) => {
        for (const lambda of lambdas(region)) {
          const mayTouch = JSON.stringify(statementsOf(region, lambda)).includes('"s3:');
          expect([entryOf(lambda), mayTouch]).toEqual([entryOf(lambda), 'EVIDENCE_BUCKET' in settingsOf(lambda)]);
        }
      }),
    );

    test(
      'the functions of static pages may only write logs',
      each(({ region }) => {
        for (const name of ['discovery', 'not-found']) {
          const lambda = lambdas(region).find((one) => entryOf(one) === `functions/${name}/index.ts`);
          const actions = statementsOf(region, lambda!).flatMap(({ Action }) => severalOf(Action));
          expect(actions).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
        }
      }),
    );

    test(
      'MCP and waiting for changes have the concurrency that the stage reserves, and no other area has one',
      each(({ stage, region }) => {
        const reserved = lambdas(region)
          .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined)
          .map((one) => [entryOf(one), one.properties.ReservedConcurrentExecutions] as const)
          .filter(([entry]) => entry.endsWith('/index.ts'));
        const expected = { 'functions/mcp/index.ts': stage.mcpAtOnce, 'functions/changes/index.ts': stage.waitsAtOnce };
        expect(Object.fromEntries(reserved)).toEqual(
          Object.fromEntries(Object.entries(expected).filter(([, atOnce]) => atOnce !== undefined)),
        );
      }),
    );

    test(
      'the page fetcher may only write logs, and has no settings',
      each(({ stage, region }) => {
        const fetcher = lambdas(region).find((one) => entryOf(one) === FETCHER_ENTRY)!;
        const actions = statementsOf(region, fetcher).flatMap(({ Action }) => severalOf(Action));
        expect(actions).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
        expect(settingsOf(fetcher)).toEqual({});
        expect(fetcher.properties.VpcConfig).toBeUndefined();
        expect(fetcher.properties.ReservedConcurrentExecutions).toBe(stage.fetchesAtOnce);
      }),
    );

    test(
      'the browser may only write logs, and each tenant has its own environments',
      each(({ stage, region }) => {
        const renderer = lambdas(region).find((one) => entryOf(one) === RENDERER_ENTRY)!;
        const actions = statementsOf(region, renderer).flatMap(({ Action }) => severalOf(Action));
        expect(actions.sort()).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
        expect(settingsOf(renderer)).toEqual({});
        expect(renderer.properties).toMatchObject({
          Architectures: ['x86_64'],
          EphemeralStorage: { Size: 1024 },
          // A visit ends after 60 s; unpacking the browser comes before it.
          Timeout: 75,
          TenancyConfig: { TenantIsolationMode: 'PER_TENANT' },
        });
        expect(renderer.properties.VpcConfig).toBeUndefined();
        expect(renderer.properties.ReservedConcurrentExecutions).toBe(stage.rendersAtOnce);
        const bytes = readdirSync(renderer.folder ?? '', { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
          .reduce((sum, size) => sum + size);
        expect(bytes).toBeLessThan(200 * 1024 * 1024);
      }),
    );

    test(
      'only the callers of the fetcher may invoke it',
      each(({ region }) => {
        const invoking = lambdas(region).filter((lambda) =>
          JSON.stringify(statementsOf(region, lambda)).includes('"lambda:'),
        );
        expect(invoking.map(entryOf).sort()).toEqual([DEMO, SIGN_IN, DELIVERER, READER, PAGE_READER]);
        for (const lambda of invoking) {
          const grants = statementsOf(region, lambda).filter(({ Action }) =>
            JSON.stringify(Action).includes('"lambda:'),
          );
          expect(new Set(grants.map(({ Action }) => Action))).toEqual(new Set(['lambda:InvokeFunction']));
          const invoked = grants
            .flatMap(({ Resource: resource }) => severalOf(resource))
            .map((resource) => entryOf(region.named(resource as Value)));
          const hasBrowser = [DEMO, PAGE_READER].includes(entryOf(lambda));
          expect(invoked).toEqual(hasBrowser ? [FETCHER_ENTRY, RENDERER_ENTRY] : [FETCHER_ENTRY]);
        }
        const told = lambdas(region).filter((lambda) => 'FETCHER_FUNCTION' in settingsOf(lambda));
        expect(invoking.map(entryOf)).toEqual(expect.arrayContaining(told.map(entryOf)));
      }),
    );

    test(
      'only the workers that purge, erase, export and read mails may delete objects or batches of rows',
      each(({ region, stage }) => {
        const deleting = lambdas(region).filter((lambda) =>
          /s3:DeleteObject|dynamodb:BatchWriteItem/.test(JSON.stringify(statementsOf(region, lambda))),
        );
        const workers = ['erase-person', 'export-data', 'purge'].map((name) => `functions/workers/${name}.ts`);
        const receiving = stage.mail.replies ? ['functions/workers/receive-mail.ts'] : [];
        expect(deleting.map(entryOf).sort()).toEqual([...workers, ...receiving]);
        for (const one of deleting.filter((lambda) => receiving.includes(entryOf(lambda)))) {
          const objects = statementsOf(region, one).filter(({ Action }) => JSON.stringify(Action).includes('s3:'));
          expect(objects).toHaveLength(1);
          expect(JSON.stringify(objects[0]?.Resource)).toContain('/inbound/*');
        }
        const exporting = deleting.find((lambda) => entryOf(lambda) === 'functions/workers/export-data.ts')!;
        const folders = statementsOf(region, exporting).filter(({ Action }) =>
          JSON.stringify(Action).includes('DeleteObject'),
        );
        expect(JSON.stringify(folders)).toContain('/exports/*');
        expect(JSON.stringify(folders)).not.toMatch(/\/kept\/\*|\/incoming\/\*/);
      }),
    );

    test(
      'only the erasure worker and the pool’s trigger have a grant on the pool',
      each(({ region, stage }) => {
        const deleting = lambdas(region).filter((lambda) =>
          JSON.stringify(statementsOf(region, lambda)).includes('cognito-idp:'),
        );
        const linking = stage.signInProviders ? ['functions/workers/link-sign-in.ts'] : [];
        expect(deleting.map(entryOf)).toEqual([...linking, 'functions/workers/erase-person.ts']);
        const grants = statementsOf(region, deleting.at(-1)!);
        const actions = grants
          .flatMap(({ Action }) => severalOf(Action))
          .filter((one) => String(one).startsWith('cognito-idp:'));
        expect(actions).toEqual(['cognito-idp:AdminDeleteUser']);
      }),
    );

    test(
      'only the demo and the persona worker may call a model, that model only and through its profile',
      each(({ stage, region }) => {
        const asking = lambdas(region).filter((lambda) =>
          JSON.stringify(statementsOf(region, lambda)).includes('"bedrock:'),
        );
        if (stage.model?.provider !== 'bedrock') return expect(asking).toEqual([]);
        expect(asking.map(entryOf).sort()).toEqual([DEMO, PERSONAS_RUN]);
        for (const lambda of asking) {
          const [profile, models] = statementsOf(region, lambda).filter(({ Action }) =>
            JSON.stringify(Action).includes('"bedrock:'),
          );
          expect([profile, models].map((statement) => statement?.Action)).toEqual(Array(2).fill('bedrock:InvokeModel'));
          expect(JSON.stringify(profile?.Resource)).toContain(`:inference-profile/${stage.model.id}"`);
          expect(severalOf(models?.Resource)).toHaveLength(stage.model.regions.length);
          expect(models?.Condition).toEqual({ StringEquals: { 'bedrock:InferenceProfileArn': profile?.Resource } });
        }
      }),
    );

    test(
      'only the reader may transcribe, if the stage transcribes',
      each(({ stage, region }) => {
        const transcribing = lambdas(region).filter((lambda) =>
          JSON.stringify(statementsOf(region, lambda)).includes('"transcribe:'),
        );
        expect(transcribing.map(entryOf)).toEqual(stage.transcribes ? [READER] : []);
        for (const lambda of transcribing) {
          const starting = statementsOf(region, lambda).filter(({ Action }) =>
            severalOf(Action).includes('transcribe:StartTranscriptionJob'),
          );
          const output = { 'transcribe:OutputBucketName': settingsOf(lambda).EVIDENCE_BUCKET };
          expect(starting).toEqual([
            {
              Effect: 'Allow',
              Action: 'transcribe:StartTranscriptionJob',
              Resource: '*',
              Condition: { StringEquals: output },
            },
          ]);
        }
      }),
    );

    test(
      'only the mail worker may send email, from the stage’s sender to any recipient',
      each(({ stage, region }) => {
        const sending = lambdas(region).filter((lambda) =>
          JSON.stringify(statementsOf(region, lambda)).includes('"ses:'),
        );
        expect(sending.map(entryOf)).toEqual(['functions/workers/send-mail.ts']);
        const grants = statementsOf(region, sending[0]!).filter(({ Action }) => String(Action).startsWith('ses:'));
        const [sender] = stage.mail.from.match(/[^<\s]+@[^>]+/) ?? [];
        expect(grants).toEqual([
          expect.objectContaining({
            Action: 'ses:SendRawEmail',
            Condition: { StringEquals: { 'ses:FromAddress': sender } },
          }),
        ]);
        expect(JSON.stringify(grants[0]?.Resource)).toContain(':identity/*"');
      }),
    );
  });

  describe('the model', () => {
    test(
      'is configured only for functions that call it or estimate its cost; its key, a reference, for the former',
      each(({ stage, region }) => {
        const told = (name: string) => lambdas(region).filter((lambda) => name in settingsOf(lambda));
        expect(told('MODEL').map(entryOf).sort()).toEqual(
          stage.model ? [DEMO, ...ESTIMATING, PERSONAS_RUN].sort() : [],
        );
        const isKeyed = stage.model?.provider === 'openai';
        expect(told('MODEL_API_KEY').map(entryOf).sort()).toEqual(isKeyed ? [DEMO, PERSONAS_RUN] : []);
        for (const lambda of told('MODEL_API_KEY')) {
          expect(settingsOf(lambda).MODEL_API_KEY).toBe('{{resolve:secretsmanager:models/key:SecretString:::}}');
        }
      }),
    );
  });

  describe('the settings of the model', () => {
    test(
      'are only passed to functions that call it or estimate its cost, and only if they differ from the defaults',
      each(({ stage, region }) => {
        const environment = settingsEnvironment(stage.model?.settings ?? {});
        for (const lambda of lambdas(region)) {
          const own = Object.entries(settingsOf(lambda)).filter(([name]) => /^MODEL_(?!API_KEY)/.test(name));
          const isAsking = [DEMO, ...ESTIMATING, PERSONAS_RUN].includes(entryOf(lambda));
          expect([entryOf(lambda), Object.fromEntries(own)]).toEqual([entryOf(lambda), isAsking ? environment : {}]);
        }
      }),
    );

    test(
      'decide how long the worker of runs may take, and not how long the demo may',
      each(({ stage, region }) => {
        const timeoutOf = (entry: string) =>
          count(lambdas(region).find((lambda) => entryOf(lambda) === entry)!.properties.Timeout);
        expect(timeoutOf(PERSONAS_RUN)).toBe(stage.model?.settings?.timeoutMs ? 540 : 300);
        expect(timeoutOf(DEMO)).toBe(28);
      }),
    );
  });

  describe('the demo', () => {
    const demo = (region: Resources) => lambdas(region).find((lambda) => entryOf(lambda) === DEMO)!;

    test(
      'can access only the scratch table, and ends before the gateway’s timeout',
      each(({ region }) => {
        const tables = statementsOf(region, demo(region)).filter(({ Action }) =>
          JSON.stringify(Action).includes('"dynamodb:'),
        );
        expect(tables.length).toBeGreaterThan(0);
        for (const { Resource: resource } of tables) {
          const [only, ...more] = severalOf(resource);
          expect([JSON.stringify(only), more]).toEqual([expect.stringMatching(/scratch/i), []]);
        }
        expect(count(demo(region).properties.Timeout)).toBeLessThan(29);
      }),
    );

    test(
      'requires a captcha, whose key is a reference that no other function has',
      each(({ stage, region }) => {
        const told = lambdas(region).filter((lambda) => 'TURNSTILE_SECRET' in settingsOf(lambda));
        expect(told.map(entryOf)).toEqual([DEMO]);
        const { TURNSTILE_SECRET, TURNSTILE_SITE_KEY, TURNSTILE_URL } = settingsOf(demo(region));
        expect([TURNSTILE_SECRET, TURNSTILE_SITE_KEY, TURNSTILE_URL]).toEqual([
          `{{resolve:secretsmanager:${stage.captcha?.secretKey}:SecretString:::}}`,
          stage.captcha?.siteKey,
          undefined,
        ]);
      }),
    );
  });

  describe('sign-up and wallets', () => {
    test(
      'are closed to agents and paid by admins, unless the stage says otherwise; only one function has the secret’s reference',
      each(({ stage, region }) => {
        const told = (name: string) => lambdas(region).filter((lambda) => name in settingsOf(lambda));
        const { payments, agentSignup } = stage;
        expect(told('AGENT_SIGNUP').map(entryOf)).toEqual(agentSignup ? ['functions/signup/index.ts'] : []);
        expect(told('STRIPE_WEBHOOK_SECRET').map(entryOf)).toEqual(payments ? ['functions/wallet/index.ts'] : []);
        for (const lambda of told('STRIPE_WEBHOOK_SECRET')) {
          const secret = settingsOf(lambda).STRIPE_WEBHOOK_SECRET;
          expect(secret).toBe(`{{resolve:secretsmanager:${payments?.webhookSecret}:SecretString:::}}`);
        }
        const refusing = ['mcp', 'reviews', 'signup', 'wallet'].map((name) => `functions/${name}/index.ts`);
        for (const entry of refusing) expect(told('BASE_URL').map(entryOf)).toContain(entry);
        expect(told('TOPUP_URL').map(entryOf).sort()).toEqual(payments ? expect.arrayContaining(refusing) : []);
        const mailing = ['functions/signup/index.ts', 'functions/workers/send-mail.ts'];
        expect(told('OPERATORS_MAIL').map(entryOf).sort()).toEqual(stage.operatorsMail ? mailing : []);
      }),
    );
  });

  describe('a secret', () => {
    test(
      'is in no template, only the reference to it',
      each(({ stage, region, edge }) => {
        const secrets = region.of('AWS::SecretsManager::Secret').map(({ properties }) => properties);
        expect(secrets).toHaveLength(stage.serverKeys.length + stage.originSecrets.accepted.length);
        for (const secret of secrets) {
          expect(secret.SecretString).toBeUndefined();
          expect(secret.GenerateSecretString).toMatchObject({ PasswordLength: 64, ExcludePunctuation: true });
        }
        const sent = list(edge.of('AWS::CloudFront::Distribution')[0]?.properties.DistributionConfig?.Origins).flatMap(
          ({ OriginCustomHeaders }) => list(OriginCustomHeaders),
        );
        const reference = `{{resolve:secretsmanager:sidenote/${stage.name}/origin/${stage.originSecrets.sent}:SecretString:::}}`;
        expect(sent).toEqual([
          { HeaderName: 'x-origin-secret', HeaderValue: reference },
          { HeaderName: 'x-origin-secret', HeaderValue: reference },
        ]);
      }),
    );

    test(
      'a secret of the edge has a replica in the edge’s region',
      each(({ stage, region }) => {
        const copies = region
          .of('AWS::SecretsManager::Secret')
          .filter(({ properties }) => text(properties.Name).includes('/origin/'))
          .map(({ properties }) => properties.ReplicaRegions);
        const expected = stage.region === 'us-east-1' ? undefined : [{ Region: 'us-east-1' }];
        for (const copy of copies) expect(copy).toEqual(expected);
      }),
    );

    test(
      'the server key that signs comes first, and the older ones still verify',
      each(({ stage, region }) => {
        const lambda = lambdas(region).find((one) => 'SERVER_KEYS' in settingsOf(one));
        const text = JSON.stringify(settingsOf(lambda!).SERVER_KEYS);
        expect([...text.matchAll(/(k\d+):\{\{resolve/g)].map(([, id]) => id)).toEqual(stage.serverKeys);
      }),
    );
  });
};
