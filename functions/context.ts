import { annotationStore } from './annotations/store.ts';
import type { Area, OperationOf } from './kit/contract/contract.ts';
import { countUnsized } from './kit/files/unsized-uploads.ts';
import type { HttpHandler } from './kit/http/edge.ts';
import { type Call, type Operations, serve } from './kit/http/serve.ts';
import type { Table } from './kit/table/table.ts';
import { resolutionStore } from './resolutions/store.ts';
import { siteStore } from './sites/store.ts';

/**
 * The stores around a note, bound to the caller's workspace and sites. Areas that need none of these bind their own: each
 * schema that a Lambda does not use costs it time at every cold start.
 */
export const bindStores = (table: Table, call: Call) => ({
  sites: siteStore(table, call),
  annotations: annotationStore(table, call),
  resolutions: resolutionStore(table, call),
  countUnsized: countUnsized(table, call),
});

/** An operation's context: the caller, and stores that can't address another tenant. */
export type Context = Call & ReturnType<typeof bindStores>;

export const bindContext = (table: Table, call: Call): Context => ({ ...call, ...bindStores(table, call) });

export type Operation<A extends Area, Id extends keyof A['rows']> = OperationOf<Context, A, Id>;

/** The Lambda of an area that works on notes. */
export const serveArea = <A extends Area>(contract: A, operations: Operations<Context, A>): HttpHandler =>
  serve(contract, operations, bindContext);
