import type { Actor } from '../kit/actor.ts';
import { callerIdOf } from '../kit/audit/audit-log.ts';
import { MINUTE } from '../kit/clock.ts';
import { conflict } from '../kit/errors.ts';
import type { Test } from '../kit/table/expression.ts';
import type { AnnotationRow } from './rows.ts';

export const LEASE = 30 * MINUTE;

export type Leased = Pick<AnnotationRow, 'acknowledged_by' | 'lease_expires_at'>;

export const isAgent = ({ kind }: Actor): boolean => kind === 'token' || kind === 'mcp';

/** `agent` tells agents that share a credential apart. */
export const holderOf = (actor: Actor, agent?: string): string =>
  agent === undefined ? callerIdOf(actor) : `${callerIdOf(actor)} (${agent})`;

/** Without the name that the agent chose, which other agents would read as the server's word. */
export const credentialIn = (holder: string): string => holder.replace(/ \(.+\)$/, '');

export const agentIn = (holder: string): string | undefined => /\((.+)\)$/.exec(holder)?.[1];

/** Of a row, or of an answer, whose numbers are texts. */
export const isLeased = ({ lease_expires_at }: { lease_expires_at?: number | string | null }, at: number): boolean =>
  Number(lease_expires_at ?? 0) > at;

/** An agent that names itself isn't bound by a lease without a name of the same credential, and the other way around. */
export const isHeldByOther = (row: Leased, actor: Actor, agent: string | undefined, at: number): boolean => {
  const holder = row.acknowledged_by ?? '';
  if (!isLeased(row, at) || holder === callerIdOf(actor)) return false;
  return agent === undefined ? !holder.startsWith(`${callerIdOf(actor)} (`) : holder !== holderOf(actor, agent);
};

/** The same as a condition of the write. */
export const notHeldByOther = (actor: Actor, agent: string | undefined, at: number): Test => {
  const id = callerIdOf(actor);
  const own: Test =
    agent === undefined
      ? ['begins_with', 'acknowledged_by', `${id} (`]
      : ['=', 'acknowledged_by', holderOf(actor, agent)];
  return [
    'any',
    [[['absent', 'lease_expires_at']], [['<=', 'lease_expires_at', at]], [['=', 'acknowledged_by', id]], [own]],
  ];
};

export const claimed = ({ acknowledged_by, lease_expires_at }: Leased, at: number) => {
  const holder = acknowledged_by ?? '';
  const credential = credentialIn(holder);
  return conflict('annotation_claimed', {
    // The credential may be the caller's.
    holder: agentIn(holder) === undefined ? credential : `Another agent with ${credential}`,
    until: new Date(lease_expires_at ?? at).toISOString(),
  });
};
