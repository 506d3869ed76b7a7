import type { Key } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import type { Letter } from './mime.ts';

/** A mail that is ready to leave, why it never will, or that it has to wait. */
export type Composed =
  | { state: 'ready'; letter: Letter; address_hash: string }
  /** There is no one left to notify. */
  | { state: 'gone' }
  /** The workspace is deleted but may be restored. */
  | { state: 'asleep' };

export interface MailKind {
  compose: (table: Table, mail: Key & Item) => Promise<Composed>;
  /** Further writes when the mail was sent or has failed. */
  record: (mail: Key & Item, outcome: 'sent' | 'failed', at: number) => Write[];
  /** The alternative for an unsubscribed address, on the condition that no notification was sent yet. */
  instead: (table: Table, mail: Key & Item, at: number) => Promise<Write[]>;
}
