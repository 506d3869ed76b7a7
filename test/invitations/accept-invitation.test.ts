import { beforeAll, describe, expect, test } from '@jest/globals';
import { invitationToken } from '../../functions/invitations/token.ts';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { currentKeyId } from '../../functions/kit/server-keys.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { advance } from '../../lib/local/clock.ts';
import { auditRows } from '../audit.ts';
import { call, newWorkspace, type Person, signIn, table, type Workspace } from '../driver.ts';
import { accept, invitationsOf } from './invited.ts';

let ws: Workspace;
let at: ReturnType<typeof invitationsOf>;
beforeAll(async () => {
  ws = await newWorkspace();
  at = invitationsOf(ws);
});

const memberOf = (person: Person, of = ws) => table().get(keys.member(of.id, person.user_id));
const sitesSeen = async (person: Person, of = ws) => {
  const { body } = await call('GET', '/api/v1/sites', { as: { ...person, workspace_id: of.id } });
  return (body.items as { id: string }[]).map(({ id }) => id).sort();
};

describe('200', () => {
  test('accepting adds the member, marks the invitation and writes the audit entry, all at once', async () => {
    const { person, token, id } = await at.invited();
    const { status, body } = await accept(token, person);
    expect(status).toBe(200);
    expect(body).toEqual({ workspace_id: ws.id, user_id: person.user_id, role: 'MEMBER', site_grants: [] });
    expect(await memberOf(person)).toMatchObject({
      role: 'MEMBER',
      email: person.email,
      gsi1pk: `USER#${person.user_id}`,
      gsi1sk: `WS#${ws.id}`,
    });
    expect(await table().get(keys.invitation(ws.id, id))).toMatchObject({ accepted_by: person.user_id });
    const items = await auditRows(ws.id);
    expect(
      items.filter(({ action, actor_id }) => action === 'invitation.accept' && actor_id === person.user_id),
    ).toHaveLength(1);
    expect((await call('GET', '/api/v1/sites', { as: { ...person, workspace_id: ws.id } })).status).toBe(200);
  });

  test('an address matches in any case, in the invitation and in the session', async () => {
    const id = newId();
    const person = await signIn({ email: `Mixed.${id}@Example.com` });
    const { body } = await at.create({ email: `mIXED.${id.toLowerCase()}@eXAMPLE.COM` });
    expect((await accept(body.token, person)).status).toBe(200);
  });

  test('a stale X-SVC-Workspace does not prevent accepting', async () => {
    const { person, token } = await at.invited();
    expect((await accept(token, { ...person, workspace_id: newId() })).status).toBe(200);
  });

  test('an existing member keeps the higher role', async () => {
    const member = await ws.member();
    const down = await at.create({ email: member.email, role: 'GUEST' });
    expect((await accept(down.body.token, member)).body.role).toBe('MEMBER');
    const owned = await at.create({ email: ws.owner.email, role: 'MEMBER' });
    expect((await accept(owned.body.token, ws.owner)).body.role).toBe('OWNER');
    expect(await memberOf(ws.owner)).toMatchObject({ role: 'OWNER' });
    const guest = await ws.guest();
    const up = await at.create({ email: guest.email, role: 'MEMBER' });
    expect((await accept(up.body.token, guest)).body.role).toBe('MEMBER');
    expect(await memberOf(guest)).toMatchObject({ role: 'MEMBER' });
  });

  test('a GUEST sees what they saw before and what the invitation grants, and nothing else', async () => {
    const [before, granted] = [await ws.site(), await ws.site(), await ws.site()];
    const guest = await ws.guest([before.id]);
    const { body } = await at.create({ email: guest.email, role: 'GUEST', site_grants: [granted.id, before.id] });
    const { body: joined } = await accept(body.token, guest);
    expect(joined.site_grants.sort()).toEqual([before.id, granted.id].sort());
    expect(await sitesSeen(guest)).toEqual([before.id, granted.id].sort());
  });

  test('a GUEST invited to one site after another sees both, by the later link', async () => {
    const sites = [await ws.site(), await ws.site()];
    const guest = await ws.guest();
    const tokens: string[] = [];
    for (const { id } of sites) {
      tokens.push((await at.create({ email: guest.email, role: 'GUEST', site_grants: [id] })).body.token);
    }
    const answers = await Promise.all(tokens.map((token) => accept(token, guest)));
    expect(answers.map(({ status }) => status)).toEqual([410, 200]);
    expect(await sitesSeen(guest)).toEqual(sites.map(({ id }) => id).sort());
  });

  test('a repeat with the same Idempotency-Key gets the first answer', async () => {
    const { person, token } = await at.invited();
    const headers = { 'idempotency-key': newId() };
    const [first, again] = [await accept(token, person, headers), await accept(token, person, headers)];
    expect([again.status, again.text]).toEqual([200, first.text]);
  });
});

describe('401', () => {
  test('a request without a session accepts nothing', async () => {
    expect((await accept((await at.invited()).token)).status).toBe(401);
  });
});

describe('403', () => {
  test('another address, an unverified address and an API token are refused, and the invitation stays open', async () => {
    const email = `v-${newId().toLowerCase()}@example.com`;
    const { token } = (await at.create({ email })).body;
    const other = await accept(token, await signIn());
    expect([other.status, other.body.reason]).toEqual([403, 'other_address']);
    const unverified = await accept(token, await signIn({ email, email_verified: false }));
    expect([unverified.status, unverified.body.reason]).toEqual([403, 'unverified_address']);
    expect((await call('POST', '/api/invitations/accept', { as: await ws.token(), body: { token } })).status).toBe(403);
    expect((await accept(token, await signIn({ email }))).status).toBe(200);
  });

  test.each(['\u212A', '\u017F'])(
    'an address with %j does not match the same address with a plain letter',
    async (letter) => {
      const id = newId().toLowerCase();
      const { token } = (await at.create({ email: `${letter.toLowerCase() === 'k' ? 'k' : 's'}${id}@example.com` }))
        .body;
      expect((await accept(token, await signIn({ email: `${letter}${id}@example.com` }))).status).toBe(403);
    },
  );
});

describe('404', () => {
  test.each([
    ['empty', ''],
    ['malformed', 'x'],
    ['another secret of ours', 'svat_0123'],
    ['a very long text', 'svin_k1.'.padEnd(20_000, 'a')],
  ])('a token is not found if it is %s', async (_, token) => {
    expect((await accept(token, await signIn())).status).toBe(404);
  });

  test('a token is not found after a change of any single character', async () => {
    const { person, token } = await at.invited();
    const places = Array.from({ length: token.length - 5 }, (_, index) => index + 5);
    const forged = places.map(
      (place) => token.slice(0, place) + (token[place] === 'a' ? 'b' : 'a') + token.slice(place + 1),
    );
    const statuses = new Set<number>();
    for (let start = 0; start < forged.length; start += 20) {
      const answers = await Promise.all(forged.slice(start, start + 20).map((one) => accept(one, person)));
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses]).toEqual([404]);
  });

  test('a correctly signed token of a missing invitation is not found', async () => {
    const named = { workspace_id: ws.id, id: newId(), expires_at: now() + DAY, key_id: currentKeyId() };
    expect((await accept(invitationToken(named), await signIn())).status).toBe(404);
  });

  test('an invitation to a deleted workspace is not found', async () => {
    const own = await newWorkspace();
    const { person, token } = await invitationsOf(own).invited();
    await table().transact([{ update: keys.workspace(own.id), set: { deleted_at: now() } }]);
    expect((await accept(token, person)).status).toBe(404);
    expect(await memberOf(person, own)).toBe(undefined);
  });
});

describe('410', () => {
  test('one of 20 parallel accepts succeeds, and 19 report a used invitation', async () => {
    for (const round of [1, 2, 3]) {
      const { person, token } = await at.invited();
      const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token, person)));
      const statuses = answers.map(({ status }) => status).sort();
      expect({ round, statuses }).toEqual({ round, statuses: [200, ...Array(19).fill(410)] });
    }
  });

  test('an Idempotency-Key changes nothing for other people or an unverified address: the invitation is closed', async () => {
    const { person, token } = await at.invited();
    expect((await accept(token, person)).status).toBe(200);
    for (const other of [await signIn(), await signIn({ email: person.email, email_verified: false })]) {
      const { status, body } = await accept(token, other, { 'idempotency-key': newId() });
      expect([status, body.code]).toEqual([410, 'invitation_accepted']);
    }
  });

  test('a revoked invitation cannot be accepted, not even by a concurrent request', async () => {
    const { person, token } = await at.invited();
    expect((await at.revoke(token)).status).toBe(200);
    expect((await accept(token, person)).status).toBe(410);
    for (const _ of [1, 2, 3, 4, 5]) {
      const one = await at.invited();
      const [accepted, revoked] = await Promise.all([accept(one.token, one.person), at.revoke(one.token)]);
      expect([accepted.status, revoked.status].sort()).toEqual([200, 410]);
      expect((await memberOf(one.person)) !== undefined).toBe(accepted.status === 200);
    }
  });
});

describe('an invitation that is open when its member loses access', () => {
  const member = (person: Person) => `/api/workspaces/${ws.id}/members/${person.user_id}`;
  const patch = (person: Person, body: unknown) => call('PATCH', member(person), { as: ws.owner, body });
  const remove = (person: Person, as: Person = ws.owner) => call('DELETE', member(person), { as });

  test.each(['is removed', 'leaves'])('does not bring back a member who %s, and a new one does', async (how) => {
    const person = await ws.member();
    const { token, id } = (await at.create({ email: person.email })).body;
    expect((await remove(person, how === 'leaves' ? person : ws.owner)).status).toBe(200);
    expect((await accept(token, person)).status).toBe(410);
    expect(await memberOf(person)).toBe(undefined);
    const { body } = await at.list('?status=revoked');
    expect(body.items.map((one: { id: string }) => one.id)).toContain(id);
    expect((await accept((await at.create({ email: person.email })).body.token, person)).status).toBe(200);
  });

  test('brings back neither the role of a demoted member nor a site taken from a GUEST', async () => {
    const [one, two] = [await ws.site(), await ws.site()];
    const demoted = await ws.member();
    const first = (await at.create({ email: demoted.email })).body;
    await patch(demoted, { role: 'GUEST' });
    expect((await accept(first.token, demoted)).status).toBe(410);
    const guest = await ws.guest([one.id, two.id]);
    const second = (await at.create({ email: guest.email, role: 'GUEST', site_grants: [two.id] })).body;
    await patch(guest, { site_grants: [one.id] });
    expect((await accept(second.token, guest)).status).toBe(410);
    expect(await memberOf(guest)).toMatchObject({ site_grants: [one.id] });
    await remove(guest);
    const third = (await at.create({ email: guest.email, role: 'GUEST', site_grants: [one.id] })).body;
    expect(third.site_grants).toEqual([one.id]);
  });

  test('stays open if the member gains access', async () => {
    const [one, two, three] = [await ws.site(), await ws.site(), await ws.site()];
    const guest = await ws.guest([one.id]);
    const { token } = (await at.create({ email: guest.email, role: 'GUEST', site_grants: [three.id] })).body;
    await patch(guest, { site_grants: [one.id, two.id] });
    expect((await accept(token, guest)).status).toBe(200);
  });

  test('is found by the address that the account has by now', async () => {
    const person = await ws.member();
    await call('GET', '/api/v1/sites', { as: { credential: person.credential } });
    const email = `moved-${newId().toLowerCase()}@example.com`;
    await table().transact([{ update: keys.user(person.user_id), set: { email }, when: [['exists', 'pk']] }]);
    const { token } = (await at.create({ email })).body;
    await remove(person);
    expect((await accept(token, await signIn({ email }))).status).toBe(410);
  });

  test('does not bring back a member who is removed by a concurrent request', async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      const person = await ws.member();
      const { token } = (await at.create({ email: person.email })).body;
      const [accepted, removed] = await Promise.all([accept(token, person), remove(person)]);
      expect([200, 410]).toContain(accepted.status);
      expect(removed.status).toBe(200);
      expect(await memberOf(person)).toBe(undefined);
    }
  });
});

describe('422', () => {
  test.each([[undefined], [null], [7], [{}]])('the body is refused if its token is %j', async (token) => {
    expect((await accept(token, await signIn())).status).toBe(422);
  });
});

describe('time and keys', () => {
  test('a token of the previous signing key is accepted, and a token of a removed key is not found', async () => {
    const keysNow = process.env.SERVER_KEYS ?? '';
    const { person, token } = await at.invited();
    const fresh = `k99:${Buffer.alloc(32, 9).toString('base64')}`;
    try {
      process.env.SERVER_KEYS = fresh;
      expect((await accept(token, person)).status).toBe(404);
      process.env.SERVER_KEYS = `${fresh},${keysNow}`;
      expect((await at.list()).body.items.map((one: { token: string }) => one.token)).toContain(token);
      expect((await at.create()).body.token).toMatch(/^svin_k99\./);
      expect((await accept(token, person)).status).toBe(200);
    } finally {
      process.env.SERVER_KEYS = keysNow;
    }
  });

  test('an invitation is accepted a day before it expires, and not found afterwards even if its row remains', async () => {
    const [early, late] = [await at.invited(), await at.invited()];
    advance(6 * DAY);
    try {
      expect((await accept(early.token, await signIn({ email: early.person.email }))).status).toBe(200);
      advance(DAY);
      expect((await accept(late.token, await signIn({ email: late.person.email }))).status).toBe(404);
      expect(await table().get(keys.invitation(ws.id, late.id))).toBeDefined();
    } finally {
      advance(-7 * DAY);
    }
  });
});
