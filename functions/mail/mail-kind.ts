import type { Key } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import type { Letter } from './mime.ts';

export type Composed =
  | { state: 'ready'; letter: Letter; address_hash: string }
  | { state: 'gone' }
  /** The workspace is deleted but may be restored. */
  | { state: 'asleep' };

export interface MailKind {
  compose: (table: Table, mail: Key & Item) => Promise<Composed>;
  record: (mail: Key & Item, outcome: 'sent' | 'failed', at: number) => Write[];
  /** For an unsubscribed address, on the condition that no notification was sent yet. */
  instead: (table: Table, mail: Key & Item, at: number) => Promise<Write[]>;
}
