import { MAX_SESSIONS } from '../kit/access/sessions.ts';
import { badRequest, unauthorized } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { shortAgent } from '../kit/text/user-agent.ts';
import { isTimeZone } from '../kit/time-zone.ts';
import type { me } from './contract.ts';
import type { UserRow } from './schema.ts';
import { meStore } from './store.ts';

export const bindMe = (table: Table, call: Call) => {
  if (call.actor.kind !== 'session') throw unauthorized('unknown');
  return { ...call, person: call.actor, me: meStore(table, call, call.actor) };
};

type Me = Operations<ReturnType<typeof bindMe>, typeof me>;

const present = ({ id, email = '', ...row }: UserRow) => ({ ...row, user_id: id, email });

export const getMe: Me['getMe'] = async (ctx) => present(await ctx.me.profile());

export const patchMe: Me['patchMe'] = async (ctx, { body }) => {
  if (typeof body.time_zone === 'string' && !isTimeZone(body.time_zone)) throw badRequest('time_zone_unknown');
  const sent = Object.entries(body).filter(([, value]) => value !== undefined);
  const set = Object.fromEntries(sent.filter(([, value]) => value !== null));
  const removed = sent.filter(([, value]) => value === null).map(([name]) => name);
  return present(await ctx.me.patch(set, removed));
};

export const listSessions: Me['listSessions'] = async (ctx) => {
  const { session_id, began_at } = ctx.person;
  const all = await ctx.me.sessions();
  const device = shortAgent(ctx.request.headers['user-agent'] ?? '');
  const own = all.find(({ id }) => id === session_id) ?? { id: session_id, device, began_at, last_used_at: ctx.now };
  const others = all.filter(({ id }) => id !== session_id);
  const items = [own, ...others].map((one) => ({ ...one, created_at: one.began_at, current: one === own }));
  return { items: items.slice(0, MAX_SESSIONS) };
};

export const endSession: Me['endSession'] = async (ctx, { session_id }) => {
  await ctx.me.end(session_id);
  return { id: session_id, deleted: true };
};

export const signOut: Me['signOut'] = async (ctx) => {
  await ctx.me.signOut();
  return { id: ctx.person.session_id, deleted: true };
};

export const endOtherSessions: Me['endOtherSessions'] = async (ctx) => ({ ended: await ctx.me.endOthers() });
