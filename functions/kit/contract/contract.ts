import type * as z from 'zod';
import type { Role } from '../actor.ts';
import type { Misfit, Refusal } from '../errors.ts';
import type { Switches } from '../switches.ts';
import type { Page } from '../table/page.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Credential = 'session' | 'token' | 'widget' | 'mcp';

export interface RateLimit {
  bucket: 'credential' | 'ip';
  max: number;
  per_seconds: number;
}

export interface Row {
  method: Method;
  path: string;
  summary: string;
  /** The least role; `admin` is the identity pool's group; null asks for no role. */
  role: Role | 'admin' | null;
  by: readonly Credential[];
  /** The user whose id is in the path as `user_id` needs no role. */
  oneself?: true;
  /** The source of the workspace: the credential or `X-SVC-Workspace`, the path's `ws_id`, or none. */
  scope?: 'workspace' | 'path' | 'user';
  /** Passes for an OWNER while the workspace is soft-deleted. */
  while_deleted?: true;
  same_as?: string;
  beyond_spec?: true;
  query?: z.ZodObject;
  /** SPEC.md lists the row's query, so an unknown parameter is refused. */
  listed_query?: true;
  body?: z.ZodType;
  body_optional?: true;
  /** SPEC.md leaves the body open, so an unknown field is ignored and named in `warnings`. */
  open_body?: true;
  /** The error that a standard names, in place of a 422. */
  malformed?: (misfits: readonly Misfit[]) => Refusal;
  /** 256 KB otherwise. */
  max_body_bytes?: number;
  response?: z.ZodType;
  /** 200 otherwise. */
  created?: 201;
  /** The content type of an answer without a JSON shape. */
  produces?: string;
  /** 302, unless the method and body have to be kept. */
  redirects?: true | 307;
  /** Answers 303 with a temporary address if the bytes are too many for one answer. */
  redirects_large?: true;
  limits?: readonly RateLimit[];
  /** For public rows only. */
  cached_seconds?: number;
  /** Asked before the body is parsed. */
  closed?: (switches: Switches) => Refusal | undefined;
  refuses?: readonly (400 | 402 | 403 | 404 | 409 | 410)[];
  /** Answers carry CORS headers. The edge answers preflights (functions/edge/viewer-request.js). */
  cross_origin?: true;
}

export interface Area {
  name: string;
  rows: Record<string, Row>;
}

const ANY = ['session', 'token'] as const;
const SESSION = ['session'] as const;

export const PUBLIC = { role: null, by: [] } as const;
export const SIGNED_IN = { role: null, by: SESSION, scope: 'user' } as const;
export const GUESTS = { role: 'GUEST', by: ANY } as const;
export const GUEST_SESSIONS = { role: 'GUEST', by: SESSION } as const;
export const MEMBERS = { role: 'MEMBER', by: ANY } as const;
export const MEMBER_SESSIONS = { role: 'MEMBER', by: SESSION } as const;
export const OWNERS = { role: 'OWNER', by: ANY } as const;
export const OWNER_SESSIONS = { role: 'OWNER', by: SESSION } as const;
export const ADMINS = { role: 'admin', by: SESSION } as const;
/** `ws_id` in the path names the workspace. */
export const IN_PATH = { by: SESSION, scope: 'path' } as const;
export const GUESTS_IN_PATH = { ...IN_PATH, role: 'GUEST' } as const;
export const MEMBERS_IN_PATH = { ...IN_PATH, role: 'MEMBER' } as const;
export const OWNERS_IN_PATH = { ...IN_PATH, role: 'OWNER' } as const;

type Callers = Pick<Row, 'role' | 'by' | 'scope'>;

type Routed<Route extends string> = Route extends `${infer Verb extends Method} ${infer Path}`
  ? { method: Verb; path: Path }
  : never;

/** `route('GET /path', GUESTS, { … })` is a row. */
export const route = <
  const Route extends `${Method} /${string}`,
  const By extends Callers,
  const Rest extends Omit<Row, keyof Callers | 'method' | 'path'>,
>(
  methodAndPath: Route,
  by: By,
  rest: Rest,
): Routed<Route> & By & Rest => {
  const [method, path] = methodAndPath.split(' ');
  // The type spells this out.
  return { method, path, ...by, ...rest } as Routed<Route> & By & Rest;
};

/** A row that SPEC.md doesn't list. */
export const beyondSpec = <
  const Route extends `${Method} /${string}`,
  const By extends Callers,
  const Rest extends Omit<Row, keyof Callers | 'method' | 'path' | 'beyond_spec'>,
>(
  methodAndPath: Route,
  by: By,
  rest: Rest,
) => ({ ...route(methodAndPath, by, rest), beyond_spec: true as const });

export const area = <const Name extends string, const Rows extends Record<string, Row>>(name: Name, rows: Rows) => ({
  name,
  rows,
});

type Segments<Path extends string> = Path extends `${string}{${infer Variable}}${infer Rest}`
  ? Variable | Segments<Rest>
  : never;

export type PathParameters<Path extends string> = { [V in Segments<Path>]: string };

type QueryOf<R> = R extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : { query: {} };
type BodyOf<R> = R extends { body: infer B extends z.ZodType }
  ? R extends { body_optional: true }
    ? { body: z.output<B> | undefined }
    : { body: z.output<B> }
  : { body: undefined };

export type Input<R extends Row> = PathParameters<R['path']> & QueryOf<R> & BodyOf<R>;

/** A list with a cursor is a page that can end after any of its items. */
type Resumable<Shape> = Shape extends { items: (infer Item)[]; next_cursor: infer Cursor }
  ? string extends Cursor
    ? Shape & Page<Item>
    : Shape
  : Shape;

export type Output<R extends Row> = R extends { response: infer S extends z.ZodType }
  ? Resumable<z.input<S>>
  : RawAnswer;

export interface RawAnswer {
  status?: number;
  headers?: Record<string, string>;
  text: string;
  bytes?: Uint8Array;
}

export type OperationOf<Context, A extends Area, Id extends keyof A['rows']> = (
  ctx: Context,
  input: Input<A['rows'][Id]>,
) => Promise<Output<A['rows'][Id]>>;

export const routeKey = (row: Pick<Row, 'method' | 'path'>) => `${row.method} ${row.path}`;

/** Whether unknown fields and parameters are a 422; otherwise they are ignored and named in `warnings`. */
export const refusesUnknown = ({ open_body, listed_query, beyond_spec, by }: Row) => ({
  body: !open_body,
  query: by.length > 0 && Boolean(beyond_spec || listed_query),
});

const perMinute = (bucket: RateLimit['bucket'], max: number): RateLimit => ({ bucket, max, per_seconds: 60 });
const STABLE_API_LIMITS = [perMinute('credential', 600), perMinute('ip', 30)] as const;
const CREDENTIAL_LIMITS = [perMinute('credential', 600)] as const;
const PUBLIC_LIMITS = [perMinute('ip', 60)] as const;

/** SPEC.md, Limits. */
export const limitsOf = (row: Row): readonly RateLimit[] => {
  if (row.limits) return row.limits;
  if (row.path.startsWith('/api/v1/')) return STABLE_API_LIMITS;
  return row.by.length > 0 ? CREDENTIAL_LIMITS : PUBLIC_LIMITS;
};
