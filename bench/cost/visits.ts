/** Requests by operation; `preflight` is a browser's question in advance. */
export type Counted = Readonly<Record<string, number>>;

/**
 * Requests of a real browser per visit of three pages, without files that never change.
 * `test/browser/end-to-end.test.ts` counts them.
 */
export const VISITS = {
  /** The site's widget was last reported more than a day ago. */
  first: { getLoader: 1, reportSeen: 1 },
  /** As almost all visits are. */
  other: { getLoader: 1 },
  /** Writes a note with a picture on the last page. */
  note: { getLoader: 1, preflight: 3, createUpload: 2, createAnnotation: 1 },
  /** Has written before, and looks at the answers once. */
  author: { getLoader: 1, preflight: 2, getNews: 4, listNotes: 1 },
  /** Came by a personal link. */
  link: { getLoader: 1, preflight: 2, getWidgetSettings: 3, getNews: 3 },
} as const satisfies Record<string, Counted>;
