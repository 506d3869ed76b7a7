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

/** What an operation takes: the path's variables, `query` and `body`. */
export type InputOf<Id extends OperationId> = PathParameters<RowOf<Id>['path']> &
  QueryOf<RowOf<Id>> &
  BodyOf<RowOf<Id>>;

/** What an operation answers: its JSON shape, text, or bytes. Times are strings of epoch milliseconds, money is cents. */
export type OutputOf<Id extends OperationId> =
  RowOf<Id> extends { response: infer S extends z.ZodType }
    ? z.output<S>
    : RowOf<Id> extends { redirects: true } | { redirects_large: true }
      ? Blob
      : RowOf<Id> extends { produces: `application/json${string}` }
        ? unknown
        : string;

/** Settings of one call. */
export interface CallOptions {
  /** Makes a creation safe to repeat for 24 hours. Drawn anew for each POST where the client retries. */
  idempotencyKey?: string;
  /** Your own name for the request; it comes back and stands in the service's logs. */
  requestId?: string;
  /** Ends the call, waiting included. */
  signal?: AbortSignal;
}

type Call<Id extends OperationId> =
  {} extends InputOf<Id>
    ? (input?: InputOf<Id>, options?: CallOptions) => Promise<OutputOf<Id>>
    : (input: InputOf<Id>, options?: CallOptions) => Promise<OutputOf<Id>>;

/** One method for each operation of the contracts, under its operationId. */
export type Client = { readonly [Id in keyof typeof operations]: Call<Id> };
