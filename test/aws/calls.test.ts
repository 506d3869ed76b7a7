import { beforeAll, describe, expect, test } from '@jest/globals';
import { type DeployedFunction, functionsOf } from '../calls/grants.ts';
import { missingGrants, unusedGrants } from '../calls/judge.ts';
import type { Recorded } from '../calls/record.ts';
import { codeId, isNightly, keepGrants, PARTS, recordOf } from '../calls/run.ts';
import { unusedWithReason } from '../calls/unused.ts';
import { assembled, mutated, oneOf } from './assembled.ts';
import type { JsonObject, Stack } from './assembly.ts';
import { Resolver } from './resolve.ts';

let stacks: Stack[];
let functions: DeployedFunction[];
let parts: (readonly [part: string, lines: Recorded[] | undefined])[];
let recorded: Recorded[];
const functionsIn = (of: Stack[]) => functionsOf(of, new Resolver(of));

beforeAll(() => {
  stacks = assembled();
  functions = functionsIn(stacks);
  keepGrants(functions);
  const code = codeId();
  parts = PARTS.map((part) => [part, recordOf(part, code)] as const);
  recorded = parts.flatMap(([, lines]) => lines ?? []);
});

describe('every call that a function made in the last test runs', () => {
  test('was recorded by complete runs of tests and proofs, if a complete record is required', () => {
    const absent = parts.filter(([, lines]) => !lines).map(([part]) => part);
    if (absent.length > 0) {
      process.stdout.write(`No record of these sources: ${absent.join(', ')}. npm test && npm run proof makes one.\n`);
    }
    if (process.env.COMPLETE_RECORD) expect(absent).toEqual([]);
  });

  test('is allowed by its own role in every stage', () => {
    expect(missingGrants(recorded, functions)).toEqual([]);
  });

  test('uses everything that the roles allow, except for grants listed with a reason', () => {
    if (parts.some(([, lines]) => !lines) || !isNightly()) {
      process.stdout.write('Unused grants are judged over a complete record with the nightly proofs only.\n');
      return;
    }
    const isListed = (grant: string) => unusedWithReason.some(({ grants }) => grants.test(grant));
    expect(unusedGrants(recorded, functions).filter((grant) => !isListed(grant))).toEqual([]);
  });
});

test('every reason for an unused grant names existing grants', () => {
  const all = unusedGrants(
    [],
    functions.map((fn) => ({ ...fn, implied: [] })),
  );
  for (const { grants, reason } of unusedWithReason) {
    expect(all).toContainEqual(expect.stringMatching(grants));
    expect(reason.length).toBeGreaterThan(30);
  }
});

const sends: Recorded = { by: 'functions/workers/send-mail.ts', action: 'ses:SendRawEmail', on: '<MAIL_FROM>' };
const reads: Recorded = { by: 'functions/sites/index.ts', action: 'dynamodb:GetItem', on: '<TABLE_NAME>' };
const asks: Recorded = { by: 'functions/workers/run-persona.ts', action: 'bedrock:InvokeModel', on: '<MODEL>' };
const invokes: Recorded = {
  by: 'functions/workers/extract-review.ts',
  action: 'lambda:InvokeFunction',
  on: '<FETCHER_FUNCTION>',
};
const renders: Recorded = {
  by: 'functions/workers/render-page.ts',
  action: 'lambda:InvokeFunction',
  on: '<RENDERER_FUNCTION>',
};
const transcribes: Recorded = {
  by: 'functions/workers/extract-review.ts',
  action: 'transcribe:StartTranscriptionJob',
  on: 'transcription-job/review-0',
  with: { 'transcribe:OutputBucketName': '<EVIDENCE_BUCKET>' },
};
const links: Recorded = {
  by: 'functions/workers/link-sign-in.ts',
  action: 'cognito-idp:AdminLinkProviderForUser',
  on: '<USER_POOL_ID>',
};
const known = [sends, reads, asks, invokes, renders, transcribes, links];

/** Changes the statements of every role, in all stages. */
const withStatements = (change: (statement: JsonObject) => JsonObject | undefined) =>
  functionsIn(
    mutated(stacks, (copy) => {
      for (const { template } of copy) {
        for (const { Type, Properties } of Object.values(template.Resources)) {
          if (Type !== 'AWS::IAM::Policy') continue;
          const document = Properties?.PolicyDocument as { Statement: JsonObject[] };
          document.Statement = document.Statement.map(change).filter((one) => one !== undefined);
        }
      }
    }),
  );
const without = (action: string) =>
  withStatements((statement) => {
    const rest = [statement.Action].flat().filter((one) => one !== action) as string[];
    return rest.length > 0 ? { ...statement, Action: rest } : undefined;
  });

describe('missing grants', () => {
  test('allowed calls report no missing grant', () => {
    expect(missingGrants(known, functions)).toEqual([]);
  });

  test.each([
    ['dynamodb:GetItem', 'functions/sites/index.ts: dynamodb:GetItem on arn:aws:dynamodb:'],
    ['ses:SendRawEmail', 'functions/workers/send-mail.ts: ses:SendRawEmail on arn:aws:ses:'],
    ['bedrock:InvokeModel', 'functions/workers/run-persona.ts: bedrock:InvokeModel on arn:aws:bedrock:'],
    ['lambda:InvokeFunction', 'functions/workers/extract-review.ts: lambda:InvokeFunction on arn:aws:lambda:'],
    ['transcribe:StartTranscriptionJob', 'functions/workers/extract-review.ts: transcribe:StartTranscriptionJob on *'],
    [
      'cognito-idp:AdminLinkProviderForUser',
      'link-sign-in.ts: cognito-idp:AdminLinkProviderForUser on arn:aws:cognito',
    ],
    ['sqs:ReceiveMessage', 'sqs:ReceiveMessage on arn:aws:sqs:'],
    ['logs:PutLogEvents', 'logs:PutLogEvents on arn:aws:logs:'],
  ])('a missing grant is reported if the roles no longer allow %s', (action, says) => {
    expect(missingGrants(known, without(action))).toContainEqual(expect.stringContaining(says));
  });

  test('a missing grant is reported if email is allowed only from our domain, as the sandbox checks the recipient too', () => {
    const narrow = withStatements((statement) =>
      JSON.stringify(statement.Action).includes('ses:')
        ? { ...statement, Resource: 'arn:aws:ses:*:123456789012:identity/sidenote.example' }
        : statement,
    );
    const found = missingGrants([sends], narrow);
    expect(found).toContainEqual(expect.stringContaining('production functions/workers/send-mail.ts'));
    expect(found).toContainEqual(expect.stringContaining('identity/someone@verified.example'));
  });

  test('a missing grant is reported if a transcription is allowed on a job that doesn’t exist yet', () => {
    const onJob = withStatements((statement) =>
      JSON.stringify(statement.Action).includes('StartTranscriptionJob')
        ? { ...statement, Resource: 'arn:aws:transcribe:eu-central-1:123456789012:transcription-job/review-*' }
        : statement,
    );
    expect(missingGrants([transcribes], onJob)).not.toEqual([]);
  });

  test('a missing grant is reported for an undeployed resource, an unknown setting or an unknown action', () => {
    const odd: Recorded[] = [
      { by: 'functions/nowhere/index.ts', action: 'dynamodb:GetItem', on: '<TABLE_NAME>' },
      { by: 'functions/sites/index.ts', action: 'dynamodb:GetItem', on: 'someone-elses-table' },
      { by: 'functions/sites/index.ts', fault: 'Teach test/calls/aws-call.ts this request' },
    ];
    const found = missingGrants(odd, functions).join('\n');
    for (const says of ['is deployed in no stage', 'is not one of our settings', 'Teach test/calls'])
      expect(found).toContain(says);
  });
});

describe('unused grants', () => {
  test('an unused grant is reported if a role allows an action that its function never calls', () => {
    const [before, after] = [
      unusedGrants(known, functions),
      unusedGrants(
        known,
        functionsIn(
          mutated(stacks, (copy) => {
            const { properties } = oneOf(copy, 'AWS::IAM::Policy', ({ id }) => id.startsWith('sitesrole'));
            (properties.PolicyDocument as { Statement: JsonObject[] }).Statement.push({
              Effect: 'Allow',
              Action: 'secretsmanager:GetSecretValue',
              Resource: '*',
            });
          }),
        ),
      ),
    ];
    expect(after.filter((one) => !before.includes(one))).toEqual([
      'functions/sites/index.ts secretsmanager:GetSecretValue *',
    ]);
  });

  test('recorded calls report no unused grant', () => {
    const unused = unusedGrants(known, functions);
    expect(unused).toContain('functions/sites/index.ts dynamodb:PutItem <TABLE_NAME>');
    expect(unused).not.toContain('functions/sites/index.ts dynamodb:GetItem <TABLE_NAME>');
    expect(unused.filter((one) => one.includes('run-persona.ts bedrock:'))).toEqual([]);
    expect(unused.filter((one) => one.includes('logs:'))).toEqual([]);
  });
});
