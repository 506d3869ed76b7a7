/**
 * Replaces the SDK's codec for event streams (7 KB gzipped in every bundle): no function calls an operation that
 * streams events, such as S3 Select or Bedrock's ConverseStream.
 */
const refuse = (): never => {
  throw new Error('Event streams are left out of the bundles: see lib/build/bundling/no-event-streams.ts.');
};

export class EventStreamCodec {
  encode = refuse;
  decode = refuse;
}

export class EventStreamSerde {
  serializeEventStream = refuse;
  deserializeEventStream = refuse;
}

export const eventStreamSerdeProvider = () => ({ serialize: refuse, deserialize: refuse });
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export const iterableToReadableStream = refuse;
export const readableStreamToIterable = refuse;
