import * as z from 'zod';
import { CODES, type Code } from '../codes/codes.ts';
import { said } from '../codes/said.ts';

/** Ceilings: a caller may ask for less, never for more. */
export const LIMITS = { timeout_ms: 10_000, max_bytes: 1024 * 1024, redirects: 3 } as const;

export const MAX_URL = 2048;

export const PAGE_TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown'] as const;

const PageType = z.enum(PAGE_TYPES);
export type PageType = z.infer<typeof PageType>;

/** What the fetcher is asked; what is over its limits is asked in vain. */
export const FetchOrder = z.object({
  url: z.string(),
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
  /**
   * unreachable: refused, closed, unresolvable, not public, timed out, all alike. busy: the fault is ours and passes. The
   * others are what a public page itself says.
   */
  reason: z.enum(['unreachable', 'too_many_redirects', 'error_status', 'refused_type', 'unreadable', 'busy']),
  /** For whoever gave the address: what to change. */
  said: z.object({
    text: z.string(),
    code: z.custom<Code>((code) => typeof code === 'string' && Object.hasOwn(CODES, code)),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
});
export type NoPage = z.infer<typeof NoPage>;

export const FetchedPage = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** The last one, after redirects; without fragment. */
    url: z.string(),
    status: z.number(),
    content_type: PageType,
    /** The name of the encoding that it was read with. */
    charset: z.string(),
    /** Well-formed, without control characters. */
    text: z.string(),
    /** It was longer than what may be read; `text` is its beginning. */
    truncated: z.boolean(),
    /** Of what was read, decompressed. */
    bytes: z.number(),
  }),
  NoPage,
]);
export type FetchedPage = z.infer<typeof FetchedPage>;

export const UNREACHABLE: NoPage = {
  ok: false,
  reason: 'unreachable',
  said: said('page_unreachable'),
};

export const BUSY: NoPage = {
  ok: false,
  reason: 'busy',
  said: said('pages_unavailable'),
};
