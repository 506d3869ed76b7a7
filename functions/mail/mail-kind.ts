import type { Key } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import type { Letter } from './mime.ts';

/** A mail that is ready to leave, why it never will, or that it has to wait. */
export type Composed =
  | { state: 'ready'; letter: Letter; address_hash: string }
  /** Nobody is left to tell. */
  | { state: 'gone' }
  /** The workspace is deleted but may be restored. */
  | { state: 'asleep' };

export interface MailKind {
  compose: (table: Table, mail: Key & Item) => Promise<Composed>;
  /** What is written beside the mail's own row when it was sent or has failed. */
  record: (mail: Key & Item, outcome: 'sent' | 'failed', at: number) => Write[];
  /** What is done for an address that wants no mail any more; first of all it must hold that nobody was told yet. */
  instead: (table: Table, mail: Key & Item, at: number) => Promise<Write[]>;
}
