import type { Actor } from '../kit/actor.ts';
import { newId } from '../kit/ids.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item, Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import type { NotifiedEvent } from './events.ts';

/** Ids only: texts are read when they are shown, so that nothing erased or hidden remains here. */
export interface MemberEvent {
  event: NotifiedEvent;
  annotation_id?: string | undefined;
  reply_id?: string | undefined;
  review_id?: string | undefined;
  /** The person whose action it is, who is not notified. */
  by?: string | undefined;
  /** Only they are notified. */
  to?: readonly string[];
}

/** In the audit entry of its write, which names the note and the person: the stream's reader makes an event of it. */
export type EventOfEntry = Pick<MemberEvent, 'event' | 'to'>;

/** The person behind a call; the maker of an API token isn't: their agent acts on its own. */
export const personOf = (actor: Actor | { kind: 'service' }): string | undefined => {
  if (actor.kind === 'session') return actor.user_id;
  return actor.kind === 'mcp' ? actor.member?.user_id : undefined;
};

export const eventRow = (ws: string, id: string, event: MemberEvent, at: number) => {
  const key = keys.memberEvent(ws, id);
  return { ...key, ...event, created_at: at, ...owed('notify-members', key, at) } satisfies Item;
};

/** Belongs in the transaction of the write. */
export const oweMemberEvent = (ws: string, event: MemberEvent, at: number): Write => ({
  put: eventRow(ws, newId(), event, at),
});
