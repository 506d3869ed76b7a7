import { type Ceiling, metAt } from './ceilings.ts';

const [WIDTH, LEFT, RIGHT, ROW, TOP] = [720, 230, 70, 38, 56];
const [MIN, MAX] = [1000, 1_000_000];

const x = (perSecond: number) => {
  const part = Math.log(Math.min(MAX, Math.max(MIN, perSecond)) / MIN) / Math.log(MAX / MIN);
  return Math.round(LEFT + part * (WIDTH - LEFT - RIGHT));
};
const label = (perSecond: number) => Math.round(perSecond).toLocaleString('en-US');

const bar = (perSecond: number, y: number, style: string) =>
  `<rect x="${LEFT}" y="${y}" width="${Math.max(2, x(perSecond) - LEFT)}" height="12" rx="2" class="${style}"/>` +
  `<text x="${x(perSecond) + 6}" y="${y + 10}" class="figure">${label(perSecond)}</text>`;

/** Requests per second that reach each ceiling, now and planned, on a logarithmic scale. */
export const drawing = (now: readonly Ceiling[], planned: readonly Ceiling[], perSecond: number): string => {
  const rows = now.map((one, index) => {
    const y = TOP + index * ROW;
    const later = planned.find(({ name }) => name === one.name);
    const text = `<text x="${LEFT - 10}" y="${y + 17}" text-anchor="end">${one.name}</text>`;
    return text + bar(metAt(one, perSecond), y, 'now') + (later ? bar(metAt(later, perSecond), y + 15, 'planned') : '');
  });
  const height = TOP + now.length * ROW + 34;
  const ticks = [1000, 10_000, 100_000, 1_000_000].map(
    (tick) =>
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 8}" y2="${height - 30}" class="${tick === perSecond ? 'goal' : 'tick'}"/>` +
      `<text x="${x(tick)}" y="${height - 14}" text-anchor="middle" class="figure">${label(tick)}/s</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
<title id="title">Requests per second at which each ceiling is met, now and planned</title>
<style>
rect.page{fill:#fff}text{font:12px system-ui,sans-serif;fill:#1f2328}.figure{font-size:11px;fill:#57606a}
.now{fill:#2f6feb}.planned{fill:#9bbcf7}.tick{stroke:#d8dee4}.goal{stroke:#cf222e;stroke-dasharray:4 3}
</style>
<rect class="page" width="${WIDTH}" height="${height}"/>
<rect x="${LEFT}" y="16" width="12" height="12" rx="2" class="now"/><text x="${LEFT + 18}" y="26">now</text>
<rect x="${LEFT + 70}" y="16" width="12" height="12" rx="2" class="planned"/><text x="${LEFT + 88}" y="26">credentials in partitions of their own</text>
${ticks.join('\n')}
${rows.join('\n')}
</svg>
`;
};
