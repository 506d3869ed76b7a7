import type * as z from 'zod';
import type { Areas } from '../../functions/areas.ts';
import type { PathParameters, Row } from '../../functions/kit/contract/contract.ts';
import type { operations } from './operations.generated.ts';

type Everything<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Every row of every area, by operationId. */
export type Rows = Everything<Areas[number]['rows']>;

export type OperationId = keyof typeof operations & keyof Rows;

type RowOf<Id extends OperationId> = Rows[Id] extends Row ? Rows[Id] : never;

type QueryOf<R> = R extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : {};
type BodyOf<R> = R extends { body: infer B extends z.ZodType }
  ? R extends { body_optional: true }
    ? { body?: z.input<B> }
    : { body: z.input<B> }
  : {};

/** Arguments of an operation: path parameters, `query` and `body`. */
export type InputOf<Id extends OperationId> = PathParameters<RowOf<Id>['path']> &
  QueryOf<RowOf<Id>> &
  BodyOf<RowOf<Id>>;

/** Result of an operation: JSON, text or bytes. Times are strings of epoch milliseconds, money is in cents. */
export type OutputOf<Id extends OperationId> =
  RowOf<Id> extends { response: infer S extends z.ZodType }
    ? z.output<S>
    : RowOf<Id> extends { redirects: true } | { redirects_large: true }
      ? Blob
      : RowOf<Id> extends { produces: `application/json${string}` }
        ? unknown
        : string;

/** Options of one call. */
export interface CallOptions {
  /** Makes a creation safe to repeat for 24 hours. Generated for each POST if the client retries. */
  idempotencyKey?: string;
  /** Your ID for the request; it is returned and recorded in the service's logs. */
  requestId?: string;
  /** Aborts the call, including its waits. */
  signal?: AbortSignal;
}

type Call<Id extends OperationId> =
  {} extends InputOf<Id>
    ? (input?: InputOf<Id>, options?: CallOptions) => Promise<OutputOf<Id>>
    : (input: InputOf<Id>, options?: CallOptions) => Promise<OutputOf<Id>>;

/** One method for each of these operations, named by its operationId. */
export type ClientOf<Ids extends OperationId> = { readonly [Id in Ids]: Call<Id> };
export type Client = ClientOf<OperationId>;
