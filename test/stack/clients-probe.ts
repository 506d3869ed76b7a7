import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { SESClient, SendRawEmailCommand, type SESServiceException as ServiceException } from '@aws-sdk/client-ses';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { openClient } from '../../functions/kit/table/client.ts';

// Prints what each of our clients sends and reads, as one line of JSON. Run as it is and as a bundle: both must agree.

const heard: unknown[] = [];

const attempt = async (call: Promise<unknown>) => {
  try {
    const { $metadata, Body, ...answer } = (await call) as {
      $metadata: unknown;
      Body?: { transformToString(): unknown };
    };
    heard.push({ ...answer, ...(Body && { text: await Body.transformToString() }) });
  } catch (error) {
    const { name, message, $fault, $metadata, CancellationReasons } = error as ServiceException & {
      CancellationReasons?: unknown;
    };
    const isRefused = error instanceof ConditionalCheckFailedException;
    heard.push({ name, message, $fault, status: $metadata.httpStatusCode, CancellationReasons, isRefused });
  }
};

const probe = async () => {
  const at = { maxAttempts: 1 };
  const Bucket = 'evidence';
  const s3 = new S3Client({ ...at, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' });
  await attempt(s3.send(new PutObjectCommand({ Bucket, Key: 'kept/ä.png', Body: 'bytes', ContentType: 'image/png' })));
  await attempt(s3.send(new GetObjectCommand({ Bucket, Key: 'kept/ä.png' })));
  await attempt(s3.send(new GetObjectCommand({ Bucket, Key: 'absent' })));
  await attempt(s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'kept/' })));
  await attempt(
    s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'kept/ä.png' }], Quiet: true } })),
  );

  const Entries = [{ Id: '0', MessageBody: '{"job":"purge"}', DelaySeconds: 3 }];
  await attempt(
    new SQSClient(at).send(new SendMessageBatchCommand({ QueueUrl: `${process.env.AWS_ENDPOINT_URL}/purge`, Entries })),
  );

  const Data = Buffer.from('From: a@b.example\r\n\r\nHello');
  await attempt(
    new SESClient(at).send(new SendRawEmailCommand({ RawMessage: { Data }, Destinations: ['c@d.example'] })),
  );

  const table = openClient();
  const TableName = 'records';
  const Item = { pk: 'a', sk: 'b', due_at: 1, sites: new Set(['x']), nested: { list: [1, 'two', null, true] } };
  await attempt(table.send(new GetCommand({ TableName, Key: { pk: 'a', sk: 'b' }, ConsistentRead: true })));
  await attempt(
    table.send(
      new QueryCommand({ TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': 'a' } }),
    ),
  );
  await attempt(
    table.send(new TransactWriteCommand({ ClientRequestToken: 'once', TransactItems: [{ Put: { TableName, Item } }] })),
  );

  await attempt(table.send(new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' })));
  await attempt(table.send(new DeleteCommand({ TableName, Key: { pk: 'a', sk: 'b' } })));

  console.log(JSON.stringify(heard, (_, value: unknown) => (value instanceof Set ? [...value] : value)));
};

void probe();
