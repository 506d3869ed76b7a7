import type { Context } from '../context.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { MINUTE } from '../kit/clock.ts';
import { conflict, unprocessable } from '../kit/errors.ts';

const LEASE = 30 * MINUTE;
const AGENT = /^[\w .:@/()+-]{1,80}$/;

/**
 * Claims an annotation for 30 minutes in the name of the caller's credential and of `agent`; the status stays as it is.
 * The holder renews. Throws a 409 that names the holder where another one has it.
 */
export const acknowledgeAnnotation = async (
  ctx: Context,
  { id, agent }: { id: string; agent?: string | undefined },
) => {
  if (agent !== undefined && !AGENT.test(agent)) {
    throw unprocessable(['agent'], 'agent_name_malformed');
  }
  const actor = actorIdOf(ctx.actor);
  const holder = agent === undefined ? actor : `${actor} (${agent})`;
  const until = ctx.now + LEASE;
  const { held_by } = await ctx.annotations.acknowledge(id, holder, until);
  if (held_by) {
    const end = new Date(held_by.lease_expires_at ?? ctx.now).toISOString();
    throw conflict('annotation_claimed', { holder: String(held_by.acknowledged_by), until: end });
  }
  return { id, acknowledged_at: ctx.now, acknowledged_by: holder, lease_expires_at: until };
};
