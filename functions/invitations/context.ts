import type { Area, OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { accept } from './acceptance.ts';
import { type LinkedInvitation, readLinked, readOpen } from './by-link.ts';
import { invitationStore } from './store.ts';

/** The workspace's invitations, and the one that a link opens. */
export const bindInvitations = (table: Table, call: Call) => ({
  ...call,
  invitations: invitationStore(table, call),
  links: {
    read: (token: string) =>
      readLinked(table, token, call.now, call.actor.kind === 'session' ? call.actor.user_id : undefined),
    readOpen: (token: string) => readOpen(table, token, call.now),
    accept: (linked: LinkedInvitation, session: Extract<Call['actor'], { kind: 'session' }>) =>
      accept(table, linked, session, call.once, call.now),
  },
});

export type Operation<A extends Area, Id extends keyof A['rows']> = OperationOf<
  ReturnType<typeof bindInvitations>,
  A,
  Id
>;
