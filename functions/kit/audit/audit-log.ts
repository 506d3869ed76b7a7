import type { Actor } from '../actor.ts';
import { now } from '../clock.ts';
import { newId } from '../ids.ts';
import { keys } from '../table/keys.ts';
import type { Item, Write } from '../table/table.ts';

/** How an actor is named in the audit log. */
export const actorIdOf = (actor: Actor): string => {
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
      return 'public';
  }
};

/**
 * Whose use a write counts as: a person's id, a token's maker, `agent:<workspace>` for an agent that registered itself,
 * `mcp:<site>` for a site's integration; none for the public.
 */
export const causedBy = (workspace_id: string, actor: Actor): string | undefined => {
  if (actor.kind === 'session') return actor.user_id;
  // Without a person, the workspace is the actor.
  if (actor.kind === 'token') return actor.maker_id === workspace_id ? `agent:${workspace_id}` : actor.maker_id;
  return actor.kind === 'mcp' ? actorIdOf(actor) : undefined;
};

export const auditMonth = (at: number) => new Date(at).toISOString().slice(0, 7);

/** The audit entry of a write; it belongs in the write's own transaction. `isUse`: whether it counts as use of the service. */
export const auditEntry = (
  workspace_id: string,
  actor: Actor,
  action: string,
  target: Item,
  { isUse = true } = {},
): Write => {
  const at = now();
  const id = newId();
  return {
    put: {
      ...keys.audit(workspace_id, auditMonth(at), id),
      id,
      actor_id: actorIdOf(actor),
      actor_kind: actor.kind,
      caused_by: isUse ? causedBy(workspace_id, actor) : undefined,
      action,
      target,
      created_at: at,
    },
  };
};
