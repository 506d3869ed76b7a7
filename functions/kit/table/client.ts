import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  DynamoDBServiceException,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { constructStack } from '@smithy/core/client';
import { optionalSetting, setting } from '../config.ts';
import { Signer } from './signature.ts';
import { type HttpAnswer, Transport } from './transport.ts';

const addresses = new Map<string, URL>();

/** Read at every call, as the SDK does. */
const endpoint = (): URL => {
  const given = optionalSetting('AWS_ENDPOINT_URL_DYNAMODB') ?? optionalSetting('AWS_ENDPOINT_URL');
  const text = given ?? `https://dynamodb.${setting('AWS_REGION')}.amazonaws.com`;
  const url = addresses.get(text) ?? new URL(text);
  addresses.set(text, url);
  return url;
};

/** Binary values are base64. `value` is what a Buffer makes of itself: a list of numbers. */
function binaryAsText(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const raw = this[key];
  return ArrayBuffer.isView(raw) ? Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('base64') : value;
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
const isText = (value: unknown) => typeof value === 'string';

/** An attribute named `B` or `BS` holds an object. */
const textAsBinary = (key: string, value: unknown): unknown => {
  if (key === 'B' && isText(value)) return bytesOf(value);
  return key === 'BS' && Array.isArray(value) && value.every(isText) ? value.map(bytesOf) : value;
};

/** Quotes inside strings are escaped, so only keys match. */
const MAY_BE_BINARY = /"BS?":/;

type Fields = Record<string, unknown>;

const fieldsOf = (text: string): Fields =>
  JSON.parse(text || '{}', MAY_BE_BINARY.test(text) ? textAsBinary : undefined) as Fields;

/** A proxy answers without a name. */
const errorFieldsOf = ({ status, text }: HttpAnswer): Fields => {
  const unnamed = { __type: status < 500 ? 'UnknownError' : 'InternalServerError' };
  try {
    return { ...unnamed, ...fieldsOf(text) };
  } catch {
    return unnamed;
  }
};

const metadataOf = ({ status, headers }: HttpAnswer) => ({
  httpStatusCode: status,
  requestId: headers['x-amzn-requestid']?.toString() ?? '',
});

const errorOf = (answer: HttpAnswer): Error => {
  const { __type, message, Message, CancellationReasons } = errorFieldsOf(answer);
  const name = String(__type).replace(/^.*#/, '');
  const options = { message: String(message ?? Message ?? 'UnknownError'), $metadata: metadataOf(answer) };
  if (name === 'ConditionalCheckFailedException') return new ConditionalCheckFailedException(options);
  if (name === 'TransactionCanceledException') {
    const reasons = CancellationReasons as TransactionCanceledException['CancellationReasons'];
    return new TransactionCanceledException({ ...options, CancellationReasons: reasons });
  }
  return new DynamoDBServiceException({ ...options, name, $fault: answer.status < 500 ? 'client' : 'server' });
};

interface Sent {
  operation: string;
  body: string;
}

const sender = () => {
  const transport = new Transport();
  const credentials = defaultProvider();
  let signer: Signer | undefined;
  const handle = async ({ operation, body }: Sent): Promise<{ response: HttpAnswer }> => {
    signer ??= new Signer(setting('AWS_REGION'), 'dynamodb');
    const url = endpoint();
    const headers = {
      host: url.host,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    const signed = signer.sign({ headers, body }, await credentials(), new Date());
    const length = String(Buffer.byteLength(body));
    return { response: await transport.post(url, { ...signed, 'content-length': length }, body) };
  };
  return { handle, destroy: () => transport.close() };
};

const openStack = () => {
  const stack = constructStack<ServiceInputTypes, ServiceOutputTypes>();
  stack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const request: Sent = {
          operation: commandName.replace(/Command$/, ''),
          body: JSON.stringify(args.input, binaryAsText),
        };
        return next({ ...args, request });
      },
    { step: 'serialize', name: 'serializerMiddleware' },
  );
  stack.add(
    (next) => async (args) => {
      const { response } = (await next(args)) as { response: HttpAnswer };
      if (response.status >= 300) throw errorOf(response);
      const output = { ...fieldsOf(response.text), $metadata: metadataOf(response) } as ServiceOutputTypes;
      return { response, output };
    },
    { step: 'deserialize', name: 'deserializerMiddleware' },
  );
  return stack;
};

/**
 * lib-dynamodb's client and commands without the rest of the SDK, whose configuration, endpoint rules, protocol, signer
 * and retries were half of a request's processor time. `patience.ts` retries.
 */
export const openClient = (): DynamoDBDocumentClient => {
  const config = {
    serviceId: 'DynamoDB',
    requestHandler: sender(),
    ignoreConfiguredEndpointUrls: true,
    endpointProvider: () => ({}),
  };
  const client = { config, middlewareStack: openStack() };
  return DynamoDBDocumentClient.from(client as unknown as DynamoDBClient, {
    marshallOptions: { removeUndefinedValues: true },
  });
};
