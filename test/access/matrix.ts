import { beforeAll, expect } from '@jest/globals';
import { type Endpoint, endpoints } from '../../lib/docs/endpoints.ts';
import { type Caller, type Person, signIn } from '../driver.ts';
import { refusalFault } from '../refusal-fault.ts';
import { type RoleRow, roleRows } from './roles.ts';
import { KINDS, type Kind, verdict } from './verdicts.ts';
import {
  callRow,
  type Ids,
  idsOf,
  invite,
  inviteElsewhere,
  newSession,
  newView,
  newWorld,
  teamOf,
  type World,
} from './world.ts';

export interface Case {
  name: string;
  one: Endpoint;
  row: RoleRow;
}

const ROTATES = new Set(['rotateMcpToken', 'rotateIdentitySecret', 'rotateWebhookSecret']);
const changesItsObject = ({ id, row }: Endpoint) => row.method === 'DELETE' || ROTATES.has(id);

const rows = new Map(roleRows().map((row) => [row.key, row]));

/** Every row of the contracts, with its row of docs/roles.md. */
export const cases: readonly Case[] = endpoints.map((one) => {
  const name = `${one.row.method} ${one.row.path}`;
  const row = rows.get(name);
  if (!row) throw new Error(`docs/roles.md has no row ${name}.`);
  return { name, one, row };
});

/** Calls a row as every kind of caller, and compares the answers with docs/roles.md. */
export const useMatrix = () => {
  let world: World;
  let ids: Ids;
  let callers: Record<Kind, Caller | undefined>;

  beforeAll(async () => {
    const [here, elsewhere] = await Promise.all([newWorld(), newWorld()]);
    world = here;
    ids = await here.ids();
    callers = {
      ...here.callers,
      nobody: undefined,
      'no member': { ...elsewhere.ws.owner, workspace_id: here.ws.id },
      "another workspace's OWNER": elsewhere.callers.OWNER,
      "another workspace's token": elsewhere.callers['MEMBER token'],
    };
  });

  /** Objects that a passing call uses up are made for each caller. */
  const ownIds = async (one: Endpoint, kind: Kind): Promise<Ids> => {
    if (one.id === 'acceptInvitation') {
      const { email } = callers[kind] as Person;
      return { ...ids, invitation_token: await inviteElsewhere(email) };
    }
    if (one.id === 'endSession') return { ...ids, session_id: await newSession(callers[kind] as Person) };
    if (one.id === 'deleteView') return { ...ids, view_id: await newView(world.ws.id, callers[kind] as Person) };
    if (one.id === 'revokeInvitation') return { ...ids, invitation_token: await invite(world.ws, 'x@example.com') };
    if (one.id === 'transferOwner' || one.id === 'deleteWorkspace')
      return { ...ids, ...(await teamOf(world.callers.OWNER)) };
    // It takes back the caller’s own rating only, so the review stays as it is for the others.
    if (!changesItsObject(one) || one.id === 'withdrawPageRating') return ids;
    const site = one.row.path.includes('annotation_id') ? world.site : await world.ws.site();
    return { ...ids, ...(await world.ids(site, [...idsOf(one.row.path), 'note_secret'])) };
  };

  return async ({ one, row }: Case) => {
    const ask = async (kind: Kind) => {
      const expected = verdict(row, kind);
      const given = expected === 'passes' ? await ownIds(one, kind) : ids;
      const leaves = (one.id === 'deleteMe' || one.id === 'signOut') && expected === 'passes';
      const { status, headers, body } = await callRow(one, given, leaves ? await signIn() : callers[kind]);
      const isRefused = status === 401 || status === 403 || status === 404;
      if (status === 401)
        expect(headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", error_description="/);
      if (isRefused) expect(refusalFault(body)).toBeUndefined();
      const isNoDoor = row.by.length === 0 && status === 404;
      return { kind, expected, seen: isRefused && !isNoDoor ? status : status < 500 ? 'passes' : status };
    };
    const answers = await Promise.all(KINDS.map(ask));
    expect(answers.map(({ kind, seen }) => [kind, seen])).toEqual(
      answers.map(({ kind, expected }) => [kind, expected]),
    );
  };
};
