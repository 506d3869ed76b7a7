import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { keys } from '../../functions/kit/table/keys.ts';
import { verifiedAddress } from '../../functions/mail/verified-address.ts';
import { call, newTeam, signIn, stage, table } from '../driver.ts';

interface Identity {
  providerName: string;
  userId: string;
}

const signInBy = async (identity: Identity, email: string, more: object = {}) => {
  const answer = await fetch(`${stage().base_url}/__local/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, identity, ...more }),
  });
  const body = (await answer.json()) as { id_token: string; user_id: string; error_description?: string };
  return { status: answer.status, ...body, credential: body.id_token };
};

const google = (): Identity => ({ providerName: 'Google', userId: String(Math.floor(Math.random() * 1e15)) });
const company = (): Identity => ({ providerName: 'Company', userId: `Emp-${randomUUID()}` });

const workspacesOf = async ({ credential }: { credential: string }) => {
  const { status, body } = await call('GET', '/api/workspaces', { as: { credential } });
  expect(status).toBe(200);
  return body.items.map(({ id, role }: { id: string; role: string }) => `${id} ${role}`).sort();
};

describe('a person who signs in by a second method', () => {
  test('is the same user in the same workspaces, with the same roles', async () => {
    const team = await newTeam();
    const member = await team.member();
    const before = await workspacesOf(member);
    expect(before).toContain(`${team.id} MEMBER`);
    for (const identity of [google(), company()]) {
      const again = await signInBy(identity, member.email.toUpperCase());
      expect(again.user_id).toBe(member.user_id);
      expect(await workspacesOf(again)).toEqual(before);
    }
    expect((await signIn({ email: member.email })).user_id).toBe(member.user_id);
  });

  test('keeps the user even if the provider’s address changes later', async () => {
    const person = await signIn();
    const identity = google();
    await signInBy(identity, person.email);
    expect((await signInBy(identity, `new-${person.email}`)).user_id).toBe(person.user_id);
  });

  test('gets mail at the address that the provider has by now, which members see, too', async () => {
    const [before, after] = [`m-${randomUUID()}@example.com`, `m-${randomUUID()}@example.com`];
    const identity = google();
    const old = await signInBy(identity, before);
    const { id } = await newTeam({ ...old, email: before, name: 'M' });
    const renamed = await signInBy(identity, after, { origin_jti: randomUUID() });
    expect((await call('GET', '/api/me', { as: renamed })).status).toBe(200);
    expect(verifiedAddress(await table().get(keys.user(old.user_id)))).toBe(after);
    const members = async () => (await call('GET', `/api/workspaces/${id}/members`, { as: renamed })).body.items;
    await members();
    expect(await members()).toMatchObject([{ user_id: old.user_id, email: after }]);
    // Another token of the earlier session, which has no more to say.
    expect((await call('GET', '/api/me', { as: old })).status).toBe(200);
    expect(verifiedAddress(await table().get(keys.user(old.user_id)))).toBe(after);
  });

  test('keeps the proven address if a later sign-in proves none', async () => {
    const person = await signIn();
    await call('GET', '/api/me', { as: person });
    const later = await signIn({ email: person.email, email_verified: false, origin_jti: randomUUID() });
    await call('GET', '/api/me', { as: later });
    expect(verifiedAddress(await table().get(keys.user(person.user_id)))).toBe(person.email);
  });

  test('is refused if the second method proves nothing, and stays alone in the account', async () => {
    const person = await signIn();
    const elsewhere = { providerName: 'Elsewhere', userId: randomUUID() };
    for (const [identity, more] of [
      [elsewhere, {}],
      [google(), { email_verified: false }],
    ] as const) {
      const refused = await signInBy(identity, person.email, more);
      expect([refused.status, refused.id_token]).toEqual([400, undefined]);
      expect(refused.error_description).toContain('Sign in the way you did before.');
    }
  });

  test('a person whose first sign-in was by Google reaches the account that Google created', async () => {
    const email = `g-${randomUUID()}@example.com`;
    const first = await signInBy(google(), email);
    const before = await workspacesOf(first);
    const second = await signInBy(company(), email);
    expect(second.user_id).toBe(first.user_id);
    expect(await workspacesOf(second)).toEqual(before);
  });

  test('can leave, whichever method made the account', async () => {
    const email = `g-${randomUUID()}@example.com`;
    const identity = google();
    const person = await signInBy(identity, email);
    expect((await call('DELETE', '/api/me', { as: person })).status).toBe(200);
    expect((await call('GET', '/api/me', { as: person })).status).toBe(401);
  });
});

test('an address that a provider does not prove accepts no invitation', async () => {
  const person = await signInBy({ providerName: 'Elsewhere', userId: randomUUID() }, `e-${randomUUID()}@example.com`);
  const { email_verified } = JSON.parse(Buffer.from(person.id_token.split('.')[1] ?? '', 'base64url').toString());
  expect(email_verified).toBe(false);
});
