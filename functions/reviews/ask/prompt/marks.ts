import { randomBytes } from 'node:crypto';
import { sha256 } from '../../../kit/sha256.ts';

export interface Marks {
  /** Of the fences: nothing inside can close them. */
  nonce: string;
  /** Only in the instructions; an answer that has it gave them away. */
  canary: string;
}

const marksFrom = (hex: string): Marks => ({ nonce: hex.slice(0, 10), canary: `ref-${hex.slice(10, 20)}` });

/** The same for all calls of a review, so that they share a cached beginning. Its id is random and made after the content. */
export const marksOf = (review: string): Marks => marksFrom(sha256(`marks ${review}`));

export const freshMarks = (): Marks => marksFrom(randomBytes(10).toString('hex'));
