/** A caller may ask for less, never for more. */
export const POST_TIMEOUT_MS = 10_000;

export interface PostOrder {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeout_ms?: number;
}

/** `unreachable`: refused, closed, unresolvable or private. `busy`: the fault is ours and passes. */
export const NO_ANSWERS = ['unreachable', 'timeout', 'broken', 'busy'] as const;

/** The answer's body is not read: only its status counts. */
export type Posted = { status: number; ms: number } | { none: (typeof NO_ANSWERS)[number]; ms: number };
