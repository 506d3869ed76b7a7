import { DAY } from '../clock.ts';
import type { Test } from '../table/expression.ts';
import type { Item } from '../table/table.ts';

/** Longer than any ID token is valid, so that none brings the account back. */
export const ERASED_FOR = DAY;

export const isErased = (user: Item | undefined, at: number): boolean =>
  typeof user?.erased_until === 'number' && user.erased_until > at;

export const NOT_ERASED: readonly Test[] = [['absent', 'erased_until']];
