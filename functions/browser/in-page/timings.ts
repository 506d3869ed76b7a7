interface Seen {
  lcp: number | null;
  shifts: { at: number; value: number }[];
  tasks: { at: number; ms: number }[];
  changes: number;
}

type Watched = typeof globalThis & { sidenoteSeen?: Seen };

/** Installed before the document's own scripts. */
export const watchTimings = (): void => {
  const MAX_LISTED = 2000;
  const seen: Seen = { lcp: null, shifts: [], tasks: [], changes: 0 };
  (globalThis as Watched).sidenoteSeen = seen;
  if (window.top !== window) return;
  const on = (type: string, take: (entry: PerformanceEntry) => void) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    } catch {
      // This browser does not report it.
    }
  };
  on('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput && seen.shifts.length < MAX_LISTED) seen.shifts.push({ at: entry.startTime, value });
  });
  on('longtask', ({ startTime, duration }) => {
    if (seen.tasks.length < MAX_LISTED) seen.tasks.push({ at: startTime, ms: duration });
  });
  new MutationObserver(() => {
    seen.changes += 1;
  }).observe(document, { subtree: true, childList: true, characterData: true });
};

/** How often the document has changed. */
export const readChanges = (): number => (globalThis as Watched).sidenoteSeen?.changes ?? 0;

export const readTimings = () => {
  const seen = (globalThis as Watched).sidenoteSeen;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null;
  // The worst window of layout shifts: at most 5 s, with less than 1 s between two of them.
  let [worst, sum, first, last] = [0, 0, 0, 0];
  for (const { at, value } of seen?.shifts ?? []) {
    if (sum > 0 && at - last < 1000 && at - first < 5000) sum += value;
    else [sum, first] = [value, at];
    last = at;
    worst = Math.max(worst, sum);
  }
  const blocking = (seen?.tasks ?? [])
    .filter(({ at, ms }) => at + ms > (paint ?? 0))
    .reduce((total, { ms }) => total + Math.max(0, ms - 50), 0);
  return {
    first_byte_ms: navigation ? navigation.responseStart : null,
    first_paint_ms: paint,
    lcp_ms: seen?.lcp ?? null,
    cls: seen ? Math.round(worst * 10_000) / 10_000 : null,
    blocking_ms: seen ? blocking : null,
    loaded_ms: navigation && navigation.loadEventEnd > 0 ? navigation.loadEventEnd : null,
  };
};
