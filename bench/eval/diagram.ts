import { type Pair, reliability } from '../../functions/reviews/judge/calibration/metrics.ts';

const SIDE = 400;
const LEFT = 64;
const TOP = 24;
const WIDTH = 640;
const HEIGHT = 484;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

const x = (share: number) => (LEFT + share * SIDE).toFixed(1);
const y = (share: number) => (TOP + (1 - share) * SIDE).toFixed(1);

export type Line = { name: string; color: string; pairs: readonly Pair[] };

const grid = TICKS.map(
  (tick) => `
  <path class="grid" d="M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}"/>
  <text x="${x(tick)}" y="${TOP + SIDE + 20}" text-anchor="middle">${tick}</text>
  <text x="${LEFT - 8}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>`,
).join('');

/** One series of points; a point's area is proportional to its bin's share of all findings. */
const drawn = ({ name, color, pairs }: Line, index: number): string => {
  const bins = reliability(pairs);
  const way = bins.map(({ said, happened }) => `${x(said)},${y(happened)}`).join(' ');
  const dots = bins.map(
    ({ said, happened, count }) =>
      `<circle cx="${x(said)}" cy="${y(happened)}" r="${(2 + 14 * Math.sqrt(count / pairs.length)).toFixed(1)}"/>`,
  );
  const row = TOP + 20 + index * 24;
  return `
  <g fill="${color}" stroke="${color}">
    <polyline class="way" points="${way}"/>
    <g fill-opacity=".35" stroke-width="1">${dots.join('')}</g>
    <circle cx="${LEFT + SIDE + 24}" cy="${row - 4}" r="6" fill-opacity=".35"/>
  </g>
  <text x="${LEFT + SIDE + 38}" y="${row}">${name}</text>`;
};

/** A reliability diagram as SVG: predicted probability on x, observed frequency on y, and the ideal diagonal. */
export const reliabilityDiagram = (lines: readonly Line[]): string => `<svg xmlns="http://www.w3.org/2000/svg" \
viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
  <title id="title">Reliability: of the findings said to be useful with a probability, how many people found so</title>
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2937 }
    .grid { stroke: #e5e7eb; fill: none }
    .ideal { stroke: #6b7280; stroke-dasharray: 5 4; fill: none }
    .way { fill: none; stroke-width: 2 }
  </style>
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>${grid}
  <path class="ideal" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>${lines.map(drawn).join('')}
  <text x="${LEFT + SIDE / 2}" y="${HEIGHT - 14}" text-anchor="middle">said to be useful</text>
  <text transform="translate(18 ${TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">rated useful by people</text>
</svg>
`;
