import type { Actor } from '../actor.ts';
import { monthOf, now } from '../clock.ts';
import { newId } from '../ids.ts';
import { keys } from '../table/keys.ts';
import type { Item, Write } from '../table/table.ts';

/** Workers write the results of checks. A client needs no role to end its own connection. */
export type Author = Actor | { kind: 'mcp'; site_id: string; member: { user_id: string } } | { kind: 'service' };

export const actorIdOf = (actor: Author): string => {
  switch (actor.kind) {
    case 'session':
      return actor.user_id;
    case 'token':
      return `token:${actor.token_id}`;
    case 'mcp':
      return `mcp:${actor.site_id}`;
    case 'stakeholder':
      return `stakeholder:${actor.stakeholder_id}`;
    case 'visitor':
      return `visitor:${actor.site_id}`;
    case 'public':
    case 'service':
      return actor.kind;
  }
};

/** Tells apart the members whose MCP clients have the actor id of their site. */
export const callerIdOf = (actor: Actor): string =>
  actor.kind === 'mcp' && actor.member ? `${actorIdOf(actor)}/${actor.member.user_id}` : actorIdOf(actor);

export const causedBy = (workspace_id: string, actor: Author): string | undefined => {
  if (actor.kind === 'session') return actor.user_id;
  // Without a person, the workspace is the actor.
  if (actor.kind === 'token') return actor.maker_id === workspace_id ? `agent:${workspace_id}` : actor.maker_id;
  return actor.kind === 'mcp' ? (actor.member?.user_id ?? actorIdOf(actor)) : undefined;
};

export const monthBefore = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 2));
};

export const auditMonthsSince = (at: number): string[] => {
  const months: string[] = [];
  const last = monthOf(now());
  const month = new Date(`${monthOf(at)}-01T00:00:00Z`);
  for (; monthOf(month.getTime()) <= last; month.setUTCMonth(month.getUTCMonth() + 1)) {
    months.push(monthOf(month.getTime()));
  }
  return months;
};

/**
 * Belongs in the write's own transaction. `isUse`: whether it counts as use of the service. `owes`: what the stream's
 * reader makes of the entry; never shown.
 */
export const auditEntry = (
  workspace_id: string,
  actor: Author,
  action: string,
  target: Item,
  { isUse = true, owes }: { isUse?: boolean; owes?: readonly Item[] | undefined } = {},
): Write => {
  const at = now();
  const id = newId();
  return {
    put: {
      ...keys.audit(workspace_id, monthOf(at), id),
      id,
      actor_id: actorIdOf(actor),
      actor_kind: actor.kind,
      ...(actor.kind === 'mcp' && actor.member && { user_id: actor.member.user_id }),
      caused_by: isUse ? causedBy(workspace_id, actor) : undefined,
      action,
      target,
      // As text, because a filter of the stream asks only for the existence of scalars.
      ...(owes && owes.length > 0 && { owes: JSON.stringify(owes) }),
      created_at: at,
    },
  };
};
