import type { Item } from '../functions/kit/table/table.ts';

const utf8 = (text: string) => Buffer.byteLength(text);

/** The size of an item's value as DynamoDB counts it. */
const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return utf8(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Set || Array.isArray(value))
    return 3 + [...value].reduce((sum: number, one) => sum + 1 + valueBytes(one), 0);
  if (typeof value === 'object' && value !== null) return 3 + itemBytes(value as Item) + Object.keys(value).length;
  return 1;
};

/** The size of an item as DynamoDB counts it: names and values. */
export const itemBytes = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + utf8(name) + valueBytes(value), 0);
