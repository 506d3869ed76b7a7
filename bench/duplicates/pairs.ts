import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reported } from '../../functions/annotations/duplicates/similar.ts';

export interface Pair {
  id: string;
  duplicate: boolean;
  notes: readonly [Reported, Reported];
}

interface Line extends Omit<Pair, 'notes'> {
  notes: readonly [Required<Reported>, Required<Reported>];
}

const reportedOf = ({ page, element, text }: Required<Reported>): Reported => ({
  page,
  element: element === 'body' ? undefined : element,
  text,
});

export const readPairs = async (from: URL | string): Promise<Pair[]> => {
  const folder = typeof from === 'string' ? from : fileURLToPath(from);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const { notes, ...pair }: Line = JSON.parse(line);
    return { ...pair, notes: [reportedOf(notes[0]), reportedOf(notes[1])] };
  });
};

export const scoreOf = (judged: readonly { duplicate: boolean; isSuggested: boolean }[]) => {
  const right = judged.filter(({ duplicate, isSuggested }) => duplicate && isSuggested).length;
  const suggested = judged.filter(({ isSuggested }) => isSuggested).length;
  const duplicates = judged.filter(({ duplicate }) => duplicate).length;
  return {
    f1: (2 * right) / Math.max(1, suggested + duplicates),
    precision: right / Math.max(1, suggested),
    recall: right / Math.max(1, duplicates),
  };
};
