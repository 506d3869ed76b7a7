import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, isOver, rounded, type Section } from './figures.ts';

/** By group, row and column. */
export type Kept = Record<string, Record<string, Record<string, number>>>;

const file = join(import.meta.dirname, 'results.json');
const GROWTH = 1.05;
const TIMED_GROWTH = 1.25;
export const readLedger = async (): Promise<Kept> => {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Kept;
};

/**
 * Whether a figure is more than 5% above the recorded one. Times differ between machines and moments, so a ratio of
 * times has grown only if every round is at least a quarter and 0.3 above.
 */
export const hasGrown = ({ value, rounds }: Figure, before: number | undefined): boolean => {
  if (before === undefined) return false;
  if (!rounds) return rounded(value) > before * GROWTH;
  return rounds.every((one) => one > Math.max(before * TIMED_GROWTH, before + 0.3));
};

const isFigure = (cell: Figure | string): cell is Figure => typeof cell !== 'string';

const keepFigure = (figure: Figure, before: number | undefined, accept: boolean): number => {
  const now = rounded(figure.value);
  if (before === undefined || accept) return now;
  // A ratchet: decreases are recorded. Times vary, so the minimum of many runs would mean nothing.
  return figure.rounds ? before : Math.min(before, now);
};

/** The saved figures of a group after this run. Rows and columns that no longer exist are dropped. */
export const keep = (section: Section, before: Kept[string] = {}, accept = false): Kept[string] =>
  Object.fromEntries(
    [...section.rows].map(([row, cells]) => [
      row,
      Object.fromEntries(
        Object.entries(cells).flatMap(([column, cell]) =>
          isFigure(cell)
            ? [[column, keepFigure(cell, before[row]?.[column], accept)]]
            : Object.entries(before[row] ?? {}).filter(([name]) => name === column),
        ),
      ),
    ]),
  );

export const writeLedger = (kept: Kept): Promise<void> => writeFile(file, `${JSON.stringify(kept, null, 2)}\n`);

/** A message for each figure of a section that exceeds its limit or its recorded value. */
export const complaints = (section: Section, before: Kept[string] = {}): string[] => [
  ...(section.faults ?? []),
  ...[...section.rows].flatMap(([row, cells]) =>
    Object.entries(cells).flatMap(([column, cell]) => {
      if (!isFigure(cell)) return [];
      const former = before[row]?.[column];
      const now = `${row}, ${column}: ${rounded(cell.value)}`;
      if (isOver(cell)) return [`${now} is over its budget of ${cell.limit}`];
      return hasGrown(cell, former) ? [`${now} grew from ${former} (--accept decides for it)`] : [];
    }),
  ),
];

const show = (cell: Figure | string | undefined, before: number | undefined): string => {
  if (cell === undefined) return '';
  if (!isFigure(cell)) return cell;
  const mark = isOver(cell) ? ' ✗' : hasGrown(cell, before) ? ' ↑' : '';
  return `${rounded(cell.value)}${cell.limit === undefined ? '' : ` ≤ ${rounded(cell.limit)}`}${mark}`;
};

/** The section as a table for the terminal. */
export const printSection = (section: Section, before: Kept[string] = {}): string => {
  const lines = [
    ['', ...section.columns],
    ...[...section.rows].map(([row, cells]) => [
      row,
      ...section.columns.map((column) => show(cells[column], before[row]?.[column])),
    ]),
  ];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const table = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return [`\n${section.title}`, ...table, ...(section.notes ?? [])].join('\n');
};
