import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openClient } from '../../functions/kit/table/client.ts';
import { Signer } from '../../functions/kit/table/signature.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

type Reply = { status?: number; text: string } | 'cut' | 'cut within' | 'silence' | 'silence within';

const SETTINGS = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  AWS_SESSION_TOKEN: 'a/session+token==',
};

let received: Received[] = [];
let reply: Reply = { text: '{}' };

const textOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const server = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await textOf(request) });
  if (reply === 'silence') return;
  if (reply === 'cut') return void request.socket.destroy();
  if (reply === 'cut within' || reply === 'silence within') {
    response.writeHead(200, { 'content-length': '100' }).write('{"Item":');
    if (reply === 'cut within') setTimeout(() => request.socket.destroy(), 20);
    return;
  }
  const { status = 200, text } = reply;
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'R1' }).end(text);
});

let [ours, theirs] = [openClient(), openClient()];
const before = { ...process.env };

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, SETTINGS, { AWS_ENDPOINT_URL_DYNAMODB: endpoint });
  ours = openClient();
  theirs = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: 1,
      requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
});

afterAll(() => {
  for (const name of [...Object.keys(SETTINGS), 'AWS_ENDPOINT_URL_DYNAMODB']) delete process.env[name];
  Object.assign(process.env, before);
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  received = [];
  reply = { text: '{}' };
});

const TableName = 'records';
const Key = { pk: 'WS#1', sk: 'NOTE#ä "B":1' };
const Item = {
  ...Key,
  packed: Buffer.from('packed'),
  bytes: new Uint8Array([0, 255, 7]).subarray(1),
  parts: new Set([new Uint8Array([1]), new Uint8Array([2])]),
  sites: new Set(['x', 'y']),
  due_at: 1.5,
  nothing: null,
  left_out: undefined,
  B: 'an attribute of this name',
  BS: ['another'],
  nested: { list: [1, 'two', true, { B: { deep: 1 } }], empty: {} },
};

const COMMANDS = {
  get: () => new GetCommand({ TableName, Key, ConsistentRead: true }),
  put: () => new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' }),
  update: () =>
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #a = :a',
      ExpressionAttributeNames: { '#a': 'a' },
      ExpressionAttributeValues: { ':a': Item.packed },
      ReturnValues: 'ALL_NEW',
    }),
  query: () =>
    new QueryCommand({
      TableName,
      IndexName: undefined,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': 'WS#1' },
      ExclusiveStartKey: Key,
      Limit: 50,
    }),
  'batch get': () => new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [Key], ConsistentRead: false } } }),
  'batch write': () => new BatchWriteCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } }),
  transaction: () =>
    new TransactWriteCommand({
      ClientRequestToken: 'once',
      TransactItems: [
        { Put: { TableName, Item } },
        { Update: { TableName, Key, UpdateExpression: 'SET a = :a', ExpressionAttributeValues: { ':a': 1 } } },
        { Delete: { TableName, Key } },
        { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
      ],
    }),
};

type Sendable = Parameters<DynamoDBDocumentClient['send']>[0];

const outcome = async (client: DynamoDBDocumentClient, command: object): Promise<object> => {
  try {
    const { $metadata, ...output } = await client.send(command as Sendable);
    const { httpStatusCode, requestId } = $metadata;
    return { ...output, httpStatusCode, requestId };
  } catch (error) {
    const { name, message, code, $fault, $metadata, CancellationReasons } = error as DynamoDBServiceException & {
      code?: string;
      CancellationReasons?: unknown;
    };
    const classes = [ConditionalCheckFailedException, TransactionCanceledException, DynamoDBServiceException];
    return {
      name,
      message,
      code,
      $fault,
      status: $metadata?.httpStatusCode,
      CancellationReasons,
      is: classes.map((one) => error instanceof one),
    };
  }
};

const STORED = {
  pk: { S: 'WS#1' },
  B: { M: { B: { B: 'AP8=' }, BS: { BS: ['AQ==', 'Ag=='] } } },
  BS: { L: [{ S: '"B":"AP8="' }, { NULL: true }, { N: '1e3' }, { BOOL: false }] },
  text: { S: 'é \ud83d\ude00 \\ "BS":["AQ=="]' },
};

const error = (type: string, more: object = {}) => JSON.stringify({ __type: `com.amazon#${type}`, ...more });

const ANSWERS: Record<keyof typeof COMMANDS, object> = {
  get: { Item: STORED },
  put: { Attributes: STORED },
  update: { Attributes: STORED, ConsumedCapacity: { TableName, CapacityUnits: 1.5 } },
  query: { Items: [STORED, STORED], Count: 2, LastEvaluatedKey: { pk: { S: 'WS#1' } } },
  'batch get': {
    Responses: { [TableName]: [STORED] },
    UnprocessedKeys: { [TableName]: { Keys: [{ pk: { S: 'a' }, sk: { S: 'b' } }] } },
  },
  'batch write': { UnprocessedItems: { [TableName]: [{ DeleteRequest: { Key: { pk: { S: 'a' } } } }] } },
  transaction: { ConsumedCapacity: [{ TableName, CapacityUnits: 2 }] },
};

const ERRORS: Record<string, Reply> = {
  'a failed condition': { status: 400, text: error('ConditionalCheckFailedException', { message: 'It failed.' }) },
  'a canceled transaction': {
    status: 400,
    text: error('TransactionCanceledException', {
      Message: 'Canceled',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'It failed.' }],
    }),
  },
  'a conflict': { status: 400, text: error('TransactionConflictException', { message: 'Ongoing.' }) },
  throttling: { status: 400, text: error('ProvisionedThroughputExceededException', { message: 'Too fast.' }) },
  'a request limit': { status: 400, text: error('RequestLimitExceeded', { message: 'Too fast.' }) },
  'an unknown error': { status: 400, text: error('SomethingNew', { message: 'New.' }) },
  'an error without a message': { status: 500, text: error('InternalServerError') },
};

describe("the table's client", () => {
  test.each(Object.entries(COMMANDS))('sends the same %s as the SDK', async (_, command) => {
    await outcome(theirs, command());
    await outcome(ours, command());
    const [expected, got] = received;
    expect(JSON.parse(got?.body ?? '')).toEqual(JSON.parse(expected?.body ?? ''));
    for (const name of ['x-amz-target', 'content-type', 'content-length', 'host', 'x-amz-security-token'])
      expect([name, got?.headers[name]]).toEqual([name, expected?.headers[name]]);
  });

  test.each(Object.entries(COMMANDS))('reads the answer to a %s as the SDK does', async (name, command) => {
    for (const answer of [ANSWERS[name as keyof typeof COMMANDS], {}]) {
      reply = { text: JSON.stringify(answer) };
      expect(await outcome(ours, command())).toEqual(await outcome(theirs, command()));
    }
  });

  test.each(Object.entries(ERRORS))('reads %s as the SDK does', async (_, given) => {
    reply = given;
    expect(await outcome(ours, COMMANDS.transaction())).toEqual(await outcome(theirs, COMMANDS.transaction()));
  });

  test.each(['cut', 'cut within'] as const)('takes a connection that is %s for an error that passes', async (given) => {
    reply = given;
    expect(await outcome(ours, COMMANDS.get())).toMatchObject({ code: 'ECONNRESET' });
  });

  test('takes an answer of a proxy for an error of the server', async () => {
    reply = { status: 503, text: '<html>' };
    expect(await outcome(ours, COMMANDS.get())).toMatchObject({ name: 'InternalServerError', $fault: 'server' });
  });

  test.each(['silence', 'silence within'] as const)('gives up after three seconds of %s', async (given) => {
    reply = given;
    expect(await outcome(ours, COMMANDS.get())).toMatchObject({ name: 'TimeoutError', code: 'ETIMEDOUT' });
  });

  test('keeps its connection', async () => {
    const ports = new Set<number>();
    const note = (request: IncomingMessage) => ports.add(request.socket.remotePort ?? 0);
    server.on('request', note);
    const client = openClient();
    for (let call = 0; call < 3; call += 1) await outcome(client, COMMANDS.get());
    server.off('request', note);
    expect(ports.size).toBe(1);
  });

  test('signs what it sends as the SDK does', async () => {
    await outcome(theirs, COMMANDS.put());
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const { authorization = '', 'x-amz-date': time } = headers as Record<string, string>;
    const [, signed = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
    const added = ['x-amz-date', 'x-amz-security-token'];
    const given = signed.split(';').filter((name) => !added.includes(name));
    const at = new Date(String(time).replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'));
    const signer = new Signer(SETTINGS.AWS_REGION, 'dynamodb');
    const credentials = {
      accessKeyId: SETTINGS.AWS_ACCESS_KEY_ID,
      secretAccessKey: SETTINGS.AWS_SECRET_ACCESS_KEY,
      sessionToken: SETTINGS.AWS_SESSION_TOKEN,
    };
    const all = Object.fromEntries(given.map((name) => [name, String(headers[name])]));
    expect(signer.sign({ headers: all, body }, credentials, at).authorization).toBe(authorization);
  });

  test("signs AWS's example (post-vanilla)", () => {
    const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: SETTINGS.AWS_SECRET_ACCESS_KEY };
    const headers = { host: 'example.amazonaws.com' };
    const at = new Date('2015-08-30T12:36:00Z');
    expect(new Signer('us-east-1', 'service').sign({ headers, body: '' }, credentials, at).authorization).toMatch(
      /Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b$/,
    );
  });

  test('signs with a new key after midnight and after its credentials changed', () => {
    const signer = new Signer('us-east-1', 'dynamodb');
    const at = (time: string, secretAccessKey: string, used = signer) =>
      used.sign({ headers: { host: 'a' }, body: '' }, { accessKeyId: 'a', secretAccessKey }, new Date(time))
        .authorization;
    const fresh = (time: string, secret: string) => at(time, secret, new Signer('us-east-1', 'dynamodb'));
    for (const [time, secret] of [
      ['2026-01-01T23:59:59Z', 'one'],
      ['2026-01-02T00:00:00Z', 'one'],
      ['2026-01-02T00:00:00Z', 'two'],
    ] as const)
      expect(at(time, secret)).toBe(fresh(time, secret));
  });
});
