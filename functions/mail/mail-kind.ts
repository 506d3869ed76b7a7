import type { Key } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import type { Letter } from './mime.ts';

export type Composed =
  | { state: 'ready'; letter: Letter; address_hash: string }
  | { state: 'gone' }
  /** The address was erased, or the note is in quarantine. */
  | { state: 'unmailable' }
  /** The workspace is deleted but may be restored. */
  | { state: 'asleep' };

export interface MailKind {
  compose: (table: Table, mail: Key & Item) => Promise<Composed>;
  record: (mail: Key & Item, outcome: 'sent' | 'failed', at: number) => Write[];
  /** For an address that gets no mail, on the condition that no notification was sent yet. */
  instead: (table: Table, mail: Key & Item, at: number) => Promise<Write[]>;
}
