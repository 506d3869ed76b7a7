import type { Place } from './expression.ts';
import { type Key, LISTED, listedOf } from './keys.ts';

type Attributes = Record<string, unknown>;

const inList = (name: string) => `list.${name}`;

/** The place of an attribute in a row with this sort key. */
export const placeIn = (sk: string): Place => {
  const listed = listedOf(sk);
  return (name) => (listed?.has(name) ? inList(name) : name);
};

/** The place of an attribute in the indexes. */
export const placeInIndex: Place = (name) => (LISTED.has(name) ? inList(name) : name);

/** A row as the table keeps it: what lists show is in one map, which the indexes project. */
export const toStored = <Row extends { sk: string } & Attributes>(row: Row): Attributes => {
  const listed = listedOf(row.sk);
  if (!listed) return row;
  const stored: Attributes = {};
  const list: Attributes = {};
  for (const [name, value] of Object.entries(row)) (listed.has(name) ? list : stored)[name] = value;
  return { ...stored, list };
};

/** A row as stores know it: flat. Every read of the table or of an index carries the key. */
export const fromStored = ({ list, ...row }: Attributes): Attributes & Key =>
  (typeof list === 'object' ? { ...row, ...list } : row) as Attributes & Key;
