/** One call to AWS, with the names of this machine replaced by the settings that hold them, such as `<TABLE_NAME>`. */
export interface AwsCall {
  action: string;
  on: string;
  /** Condition keys that the request sets. */
  with?: Record<string, string>;
}

/** An HTTP request as an AWS client sends it. */
export interface Request {
  method: string;
  /** With its query. */
  path: string;
  header: (name: string) => string;
  body: () => string;
}

/** The settings of the function that calls. */
export type Settings = Readonly<Record<string, string | undefined>>;

interface DynamoRequest {
  TableName?: string;
  IndexName?: string;
  RequestItems?: Record<string, unknown>;
  TransactItems?: Record<string, { TableName: string }>[];
}

const table = (settings: Settings, name: string, index?: string): string => {
  const setting =
    name === settings.SCRATCH_TABLE_NAME ? 'SCRATCH_TABLE_NAME' : name === settings.TABLE_NAME ? 'TABLE_NAME' : '';
  return `${setting ? `<${setting}>` : name}${index === undefined ? '' : `/index/${index}`}`;
};

const dynamo = (operation: string, body: DynamoRequest, settings: Settings): AwsCall[] => {
  const { TransactItems, RequestItems, TableName = '', IndexName } = body;
  if (TransactItems) {
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, of]) => ({
        action: `dynamodb:${kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`}`,
        on: table(settings, of.TableName),
      })),
    );
  }
  if (RequestItems) {
    return Object.keys(RequestItems).map((name) => ({ action: `dynamodb:${operation}`, on: table(settings, name) }));
  }
  return [{ action: `dynamodb:${operation}`, on: table(settings, TableName, IndexName) }];
};

/** The words of a key stay, and what's different in every key becomes `0`. */
const generic = (key: string): string => key.replace(/[^/]+/g, (part) => (/^[a-z][a-z_-]*$/.test(part) ? part : '0'));
const object = (key: string) => `<EVIDENCE_BUCKET>/${generic(key)}`;

const storageWrite = (path: string, header: Request['header']): AwsCall[] => {
  const source = decodeURIComponent(header('x-amz-copy-source')).replace(/^\/?[^/]+\//, '');
  const put = { action: 's3:PutObject', on: object(path) };
  return source ? [{ action: 's3:GetObject', on: object(source) }, put] : [put];
};

const storage = ({ method, header, body }: Request, key: string, query: URLSearchParams): AwsCall[] => {
  if (key === '' && method === 'GET') {
    const prefix = query.get('prefix');
    const action = query.has('uploads') ? 's3:ListBucketMultipartUploads' : 's3:ListBucket';
    return [{ action, on: '<EVIDENCE_BUCKET>', ...(prefix !== null && { with: { 's3:prefix': generic(prefix) } }) }];
  }
  if (method === 'POST' && query.has('delete')) {
    const keys = [...body().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, one = '']) => one);
    return keys.map((one) => ({ action: 's3:DeleteObject', on: object(one) }));
  }
  if (method === 'PUT' || method === 'POST') return storageWrite(key, header);
  if (method === 'DELETE') {
    return [{ action: query.has('uploadId') ? 's3:AbortMultipartUpload' : 's3:DeleteObject', on: object(key) }];
  }
  return [{ action: 's3:GetObject', on: object(key) }];
};

const transcribe = (operation: string, body: Record<string, unknown>): AwsCall[] => {
  const job = {
    action: `transcribe:${operation}`,
    on: `transcription-job/${body.TranscriptionJobName}`.replace(/-[^-]+$/, '-0'),
  };
  if (operation !== 'StartTranscriptionJob') return [job];
  const media = String((body.Media as { MediaFileUri?: unknown } | undefined)?.MediaFileUri).replace(
    /^s3:\/\/[^/]+\//,
    '',
  );
  const output = generic(String(body.OutputKey));
  return [
    // It reads and writes with the rights of its caller.
    { action: 's3:GetObject', on: object(media) },
    { action: 's3:PutObject', on: object(output) },
    { ...job, with: { 'transcribe:OutputBucketName': '<EVIDENCE_BUCKET>', 'transcribe:OutputKey': output } },
  ];
};

const queue = (settings: Settings, url: string) =>
  `<${Object.keys(settings).find((name) => name.endsWith('_QUEUE_URL') && settings[name] === url) ?? url}>`;

const json = (request: Request, target: string, settings: Settings): AwsCall[] | undefined => {
  const [service = '', operation = ''] = target.split('.');
  const body = () => JSON.parse(request.body() || '{}') as Record<string, unknown>;
  if (service.startsWith('DynamoDB_')) return dynamo(operation, body() as DynamoRequest, settings);
  if (service === 'AmazonSQS') {
    return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, on: queue(settings, String(body().QueueUrl)) }];
  }
  if (service === 'Transcribe') return transcribe(operation, body());
  if (service === 'AWSCognitoIdentityProviderService')
    return [{ action: `cognito-idp:${operation}`, on: '<USER_POOL_ID>' }];
  return undefined;
};

/** The call that an AWS client makes by this request; undefined for a request to anyone else. Throws for an AWS service that's not known here. */
export const callsIn = (request: Request, settings: Settings): AwsCall[] | undefined => {
  const { method, path, header } = request;
  const target = header('x-amz-target');
  if (target) {
    const calls = json(request, target, settings);
    if (calls) return calls;
  }
  const [place = '', query = ''] = path.split('?');
  if (/^\/2015-03-31\/functions\/[^/]+\/invocations$/.test(place)) {
    const name = decodeURIComponent(place.split('/')[3] ?? '');
    const known = ['FETCHER_FUNCTION', 'RENDERER_FUNCTION'].find((setting) => settings[setting] === name);
    return [{ action: 'lambda:InvokeFunction', on: known === undefined ? name : `<${known}>` }];
  }
  if (/^\/model\/[^/]+\/(converse|invoke)$/.test(place)) return [{ action: 'bedrock:InvokeModel', on: '<MODEL>' }];
  if (/^\/model\/[^/]+\/(converse|invoke)-/.test(place)) {
    return [{ action: 'bedrock:InvokeModelWithResponseStream', on: '<MODEL>' }];
  }
  const bucket = `/${settings.EVIDENCE_BUCKET}`;
  if (place === bucket || place.startsWith(`${bucket}/`)) {
    return storage(request, decodeURIComponent(place.slice(bucket.length + 1)), new URLSearchParams(query));
  }
  if (!header('authorization').startsWith('AWS4-HMAC')) return undefined;
  const mail = method === 'POST' ? /(?:^|&)Action=(Send\w+)/.exec(request.body())?.[1] : undefined;
  if (mail) return [{ action: `ses:${mail}`, on: '<MAIL_FROM>' }];
  throw new Error(`Teach test/calls/aws-call.ts this request: ${method} ${path} ${target}`);
};

const SIGNED = /https?:\/\/[^\s"'\\<>]+[?&]X-Amz-Signature=[^\s"'\\<>]+/g;

/** The calls that a function's answer lets its reader make in its name, by presigned URLs. */
export const signedIn = (answer: string, settings: Settings): AwsCall[] =>
  (answer.replaceAll('&amp;', '&').replaceAll('\\u0026', '&').match(SIGNED) ?? []).flatMap((url) => {
    const { pathname, searchParams } = new URL(url);
    const method = searchParams.get('x-id') === 'PutObject' ? 'PUT' : 'GET';
    const request = { method, path: pathname, header: () => '', body: () => '' };
    return callsIn(request, settings) ?? [];
  });
