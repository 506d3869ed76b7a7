import type { AttributePath } from './expression.ts';
import { type Key, LISTS } from './keys.ts';

type Attributes = Record<string, unknown>;

const inList = (name: string) => `list.${name}`;

export const placeIn = (sk: string): AttributePath => {
  const listed = LISTS.get(sk);
  return (name) => (listed?.has(name) ? inList(name) : name);
};

const LISTED = new Set([...LISTS.values()].flatMap((names) => [...names]));

export const placeInIndex: AttributePath = (name) => (LISTED.has(name) ? inList(name) : name);

export const toStored = <Row extends { sk: string } & Attributes>(row: Row): Attributes => {
  const listed = LISTS.get(row.sk);
  if (!listed) return row;
  const stored: Attributes = {};
  const list: Attributes = {};
  for (const [name, value] of Object.entries(row)) (listed.has(name) ? list : stored)[name] = value;
  return { ...stored, list };
};

/** Every read of the table or of an index carries the key. */
export const fromStored = ({ list, ...row }: Attributes): Attributes & Key =>
  (typeof list === 'object' ? { ...row, ...list } : row) as Attributes & Key;
