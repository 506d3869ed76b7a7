import type { RenderedPage } from '../../functions/browser/rendered.ts';

/** A small page as the browser's worker answers it. */
export const renderedPage = (more: Partial<RenderedPage> = {}): RenderedPage => ({
  ok: true,
  url: 'https://shop.example/',
  status: 200,
  title: 'Lamps',
  timings: { first_byte_ms: 1, first_paint_ms: 2, lcp_ms: 3, cls: 0, blocking_ms: 0, loaded_ms: 4 },
  visits: 1,
  traffic: { requests: 1, bytes: 1000, failed: [], failed_count: 0, mixed: [], refused: [] },
  console: [],
  page_height: 1200,
  pictures: {},
  limits: [],
  ...more,
});
