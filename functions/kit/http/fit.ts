import type * as z from 'zod';
import { MAX_CURSOR, type Page, RESUME } from '../table/page.ts';

/** A Lambda answers at most 6 MB, and a body travels in JSON or as base64: as base64 these are 5.4 MB. */
export const MAX_ANSWER_BYTES = 4_000_000;

export const requireSendable = (bytes: number): void => {
  if (bytes > MAX_ANSWER_BYTES) throw new Error(`An answer of ${bytes} bytes cannot be sent.`);
};

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const isResumable = (answer: unknown): answer is Page<unknown> =>
  typeof answer === 'object' && answer !== null && RESUME in answer;

const countFitting = (items: readonly unknown[], room: number): number => {
  let left = room;
  for (const [count, item] of items.entries()) {
    left -= bytesOf(item) + 1;
    if (left < 0) return count;
  }
  return items.length;
};

interface CutPage {
  items: unknown[];
  next_cursor: string | null;
}

const cutPage = (page: CutPage, { [RESUME]: cursorAfter }: Page<unknown>): string => {
  const room = MAX_ANSWER_BYTES - bytesOf({ ...page, items: [], next_cursor: '' }) - MAX_CURSOR;
  const count = countFitting(page.items, room);
  if (count === 0) throw new Error(`An item of ${bytesOf(page.items[0])} bytes cannot be sent.`);
  return JSON.stringify({ ...page, items: page.items.slice(0, count), next_cursor: cursorAfter(count) });
};

/** A page that is too large ends earlier, with the cursor that continues there; any other answer throws. */
export const fitAnswer = (shape: z.ZodType, answer: unknown): string => {
  const shown = shape.parse(answer);
  const text = JSON.stringify(shown);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_ANSWER_BYTES && isResumable(answer)) return cutPage(shown as CutPage, answer);
  requireSendable(bytes);
  return text;
};
