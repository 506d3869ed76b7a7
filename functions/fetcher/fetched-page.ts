import * as z from 'zod';
import { CODES, type Code } from '../codes/codes.ts';
import { said } from '../codes/said.ts';
import { SaidCode } from '../codes/said-code.ts';

/** Ceilings: a caller may ask for less, never for more. */
export const LIMITS = { timeout_ms: 10_000, max_bytes: 1024 * 1024, redirects: 3 } as const;

export const MAX_URL = 2048;

export const PAGE_TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown'] as const;

const PageType = z.enum(PAGE_TYPES);
export type PageType = z.infer<typeof PageType>;

export const FetchOrder = z.object({
  url: z.string(),
  /** `json` is read from the address itself, without redirects. */
  wants: z.enum(['page', 'json']).default('page'),
  timeout_ms: z
    .number()
    .positive()
    .default(LIMITS.timeout_ms)
    .transform((ms) => Math.min(ms, LIMITS.timeout_ms)),
  max_bytes: z
    .number()
    .positive()
    .default(LIMITS.max_bytes)
    .transform((bytes) => Math.min(bytes, LIMITS.max_bytes)),
});
export type FetchOrder = z.input<typeof FetchOrder>;

export const NoPage = z.object({
  ok: z.literal(false),
  /** `unreachable`: refused, closed, unresolvable, private or timed out. `busy`: the fault is ours and passes. */
  reason: z.enum(['unreachable', 'too_many_redirects', 'error_status', 'refused_type', 'unreadable', 'busy']),
  said: SaidCode.extend({
    text: z.string(),
    code: z.custom<Code>((code) => typeof code === 'string' && Object.hasOwn(CODES, code)),
  }),
});
export type NoPage = z.infer<typeof NoPage>;

export const FetchedPage = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** After redirects, without fragment. */
    url: z.string(),
    status: z.number(),
    content_type: PageType,
    charset: z.string(),
    /** Well-formed, without control characters. */
    text: z.string(),
    truncated: z.boolean(),
    /** After decompression. */
    bytes: z.number(),
  }),
  NoPage,
]);
export type FetchedPage = z.infer<typeof FetchedPage>;

export const UNREACHABLE: NoPage = { ok: false, reason: 'unreachable', said: said('page_unreachable') };
export const BUSY: NoPage = { ok: false, reason: 'busy', said: said('pages_unavailable') };
