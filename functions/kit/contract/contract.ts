import type * as z from 'zod';
import type { Role } from '../actor.ts';
import type { Refusal } from '../errors.ts';
import type { Switches } from '../switches.ts';
import type { Page } from '../table/page.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A caller's credential: an ID token, an API token, a site's widget token or its MCP token. */
export type Credential = 'session' | 'token' | 'widget' | 'mcp';

/** A window of `per_seconds` in which one bucket admits `max` requests. */
export interface RateLimit {
  bucket: 'credential' | 'ip';
  max: number;
  per_seconds: number;
}

export interface Row {
  method: Method;
  /** Each segment is literal or one `{variable}`. */
  path: string;
  summary: string;
  /** The least role; `admin` is the identity pool's admins group; null asks for no role. */
  role: Role | 'admin' | null;
  /** Empty for a public route. */
  by: readonly Credential[];
  /** The user whose id is in the path as `user_id` needs no role. */
  oneself?: true;
  /** The source of the workspace: the credential or `X-SVC-Workspace`, the path's `ws_id`, or none. */
  scope?: 'workspace' | 'path' | 'user';
  /** Passes for an OWNER while the workspace is soft-deleted. */
  while_deleted?: true;
  /** The operation that serves this row too, where two paths do the same thing. */
  same_as?: string;
  /** Marks what SPEC.md does not list. */
  beyond_spec?: true;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body may be absent or null. */
  body_optional?: true;
  response?: z.ZodType;
  /** For answers without a JSON shape. */
  produces?: string;
  /** Answers 302 to where the bytes are. */
  redirects?: true;
  /** Answers 303 to where the bytes are for a while, where they are too many for one answer. */
  redirects_large?: true;
  limits?: readonly RateLimit[];
  /** Anybody may keep the answer so long; for public rows only. */
  cached_seconds?: number;
  /** Refuses the row while the stage or an operator keeps it closed; asked before the body is parsed. */
  closed?: (switches: Switches) => Refusal | undefined;
  /** Statuses of the operation's own refusals, in addition to those that follow from the rest of the row. */
  refuses?: readonly (402 | 403 | 404 | 409 | 410)[];
  /** Called from other origins by the widget: answers carry CORS headers and OPTIONS is routed. */
  cross_origin?: true;
}

export interface Area {
  name: string;
  rows: Record<string, Row>;
}

/** Declares an area's endpoints; keys are operation ids. */
export const area = <const Name extends string, const Rows extends Record<string, Row>>(name: Name, rows: Rows) => ({
  name,
  rows,
});

type Segments<Path extends string> = Path extends `${string}{${infer Variable}}${infer Rest}`
  ? Variable | Segments<Rest>
  : never;

/** `'/a/{x}/{y}'` → `{ x: string; y: string }`. */
export type PathParameters<Path extends string> = { [V in Segments<Path>]: string };

type QueryOf<R> = R extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : { query: {} };
type BodyOf<R> = R extends { body: infer B extends z.ZodType }
  ? R extends { body_optional: true }
    ? { body: z.output<B> | undefined }
    : { body: z.output<B> }
  : { body: undefined };

/** An operation's input: its path's variables, `query` and `body`. */
export type Input<R extends Row> = PathParameters<R['path']> & QueryOf<R> & BodyOf<R>;

/** A list with a cursor is a page that can end after any of its items. */
type Resumable<Shape> = Shape extends { items: (infer Item)[]; next_cursor: infer Cursor }
  ? string extends Cursor
    ? Shape & Page<Item>
    : Shape
  : Shape;

/** An operation's answer: the shape before it is presented, or a complete answer if the row `produces` something else. */
export type Output<R extends Row> = R extends { response: infer S extends z.ZodType }
  ? Resumable<z.input<S>>
  : RawAnswer;

/** An answer that is not JSON: text, a redirect, a script, a file. */
export interface RawAnswer {
  status?: number;
  headers?: Record<string, string>;
  text: string;
  /** Replaces `text` if the answer isn't text. */
  bytes?: Uint8Array;
}

/** One operation of an area; the context is fixed in functions/context.ts. */
export type OperationOf<Context, A extends Area, Id extends keyof A['rows']> = (
  ctx: Context,
  input: Input<A['rows'][Id]>,
) => Promise<Output<A['rows'][Id]>>;

export const routeKey = (row: Pick<Row, 'method' | 'path'>) => `${row.method} ${row.path}`;

const perMinute = (bucket: RateLimit['bucket'], max: number): RateLimit => ({ bucket, max, per_seconds: 60 });
const STABLE_API = [perMinute('credential', 600), perMinute('ip', 30)] as const;
const CREDENTIAL = [perMinute('credential', 600)] as const;
const PUBLIC = [perMinute('ip', 60)] as const;

/** SPEC.md Limits: 600 per token and 30 per address on the stable API; elsewhere 600 per caller unless the row says otherwise. */
export const limitsOf = (row: Row): readonly RateLimit[] => {
  if (row.limits) return row.limits;
  if (row.path.startsWith('/api/v1/')) return STABLE_API;
  return row.by.length > 0 ? CREDENTIAL : PUBLIC;
};
