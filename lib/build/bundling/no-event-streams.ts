/** No function calls an operation that streams events; the SDK's codec is 7 KB gzipped in every bundle. */
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
