import type { Identity } from '../actor.ts';
import { DAY, HOUR, now } from '../clock.ts';
import type { Test } from '../table/expression.ts';
import { unchanged } from '../table/expression.ts';
import { keys } from '../table/keys.ts';
import { findNumberAt } from '../table/record.ts';
import type { Item } from '../table/table.ts';
import { personOfAddress } from '../text/address.ts';
import { shortAgent } from '../text/user-agent.ts';
import { NOT_ERASED } from './erased.ts';
import type { Use } from './last-use.ts';

/** A user row has one attribute per session, so that two that begin at once don't overwrite each other. */
const PREFIX = 'session_';
/** Of sessions that the row doesn't list: those that began until then have ended. */
const FLOOR = 'sessions_floor';
/** One more ends the session that was unused for longest. */
export const MAX_SESSIONS = 50;
/** A day longer than the pool's refresh tokens are valid. */
const REMEMBERED = 31 * DAY;

export interface Session {
  id: string;
  /** "Chrome 141, macOS" */
  device: string;
  began_at: number;
  last_used_at: number;
}

type Held = Pick<Identity, 'session_id' | 'began_at'>;

const nameOf = (id: string) => `${PREFIX}${id}`;

const floorOf = (user: Item): number => findNumberAt(user, FLOOR) ?? -1;

/** It never falls, so that no session comes back. */
const sameFloor = (user: Item): Test => unchanged(FLOOR, user[FLOOR]);

const recorded = (user: Item): Session[] =>
  Object.entries(user).flatMap(([name, value]) =>
    name.startsWith(PREFIX) ? [{ ...(value as Omit<Session, 'id'>), id: name.slice(PREFIX.length) }] : [],
  );

const isOver = ({ last_used_at }: Session, at: number) => last_used_at <= at - REMEMBERED;

/** The latest used first. */
export const sessionsOf = (user: Item, at: number): Session[] =>
  recorded(user)
    .filter((one) => !isOver(one, at))
    .toSorted((a, b) => b.last_used_at - a.last_used_at);

export const sessionFields = (user: Item): string[] => [FLOOR, ...recorded(user).map(({ id }) => nameOf(id))];

/** For a row without sessions: all that began until then have ended. */
export const noSessionsBefore = (at: number): Item => ({ [FLOOR]: at });

export const isEnded = (user: Item | undefined, { session_id, began_at }: Held): boolean =>
  user !== undefined && user[nameOf(session_id)] === undefined && began_at <= floorOf(user);

/** Of a session that is new, or wasn't used within the last hour. */
export const sessionUse = (user: Item, identity: Identity, agent: string): Use | undefined => {
  const at = now();
  const { user_id, session_id, began_at, email, email_verified } = identity;
  const name = nameOf(session_id);
  const all = recorded(user);
  const known = all.find(({ id }) => id === session_id);
  if (known && known.last_used_at + HOUR > at) return undefined;
  const old = all.filter((one) => isOver(one, at) && one !== known);
  const excess = sessionsOf(user, at)
    .filter(({ id }) => id !== session_id)
    .slice(MAX_SESSIONS - 1);
  const floor = Math.max(floorOf(user), ...excess.map((one) => one.began_at));
  return {
    key: keys.user(user_id),
    set: {
      [name]: { device: shortAgent(agent), began_at, last_used_at: at },
      // An identity provider may have another one by now.
      ...(email_verified && { email, person: personOfAddress(email) }),
      ...(excess.length > 0 && { [FLOOR]: floor }),
    },
    remove: [...old, ...excess].map(({ id }) => nameOf(id)),
    // A session that was ended meanwhile stays so.
    when: [
      ['exists', 'pk'],
      ...NOT_ERASED,
      known ? ['exists', name] : ['any', [[['absent', FLOOR]], [['<', FLOOR, began_at]]]],
      ...(excess.length > 0 ? [sameFloor(user)] : []),
    ],
  };
};

export interface Ending {
  set: Item;
  remove: readonly string[];
  when: readonly Test[];
}

const ending = (user: Item, floor: number, ids: readonly string[]): Ending => ({
  set: { [FLOOR]: Math.max(floorOf(user), floor) },
  remove: ids.map(nameOf),
  when: [sameFloor(user)],
});

/** Unlisted ones end with it if they began earlier: they sign in again. */
export const endSession = (user: Item, id: string): Ending | undefined => {
  const one = recorded(user).find((session) => session.id === id);
  return one && ending(user, one.began_at, [id]);
};

/** The caller's own, listed or not. */
export const endOwn = (user: Item, { session_id, began_at }: Held): Ending => ending(user, began_at, [session_id]);

/** All others, unlisted ones too. The caller's own is listed from then on, or it would end with them. */
export const endOthers = (user: Item, { session_id, began_at }: Held, at: number): Ending => {
  const all = recorded(user);
  const others = all.flatMap(({ id }) => (id === session_id ? [] : [id]));
  const { set, ...ended } = ending(user, at, others);
  const isListed = others.length < all.length;
  const own = { device: '', began_at, last_used_at: at };
  return { ...ended, set: { ...set, ...(!isListed && { [nameOf(session_id)]: own }) } };
};
