import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { call, newTeam, signIn, stage } from '../driver.ts';

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

  test('after a first sign-in by Google reaches the account that Google created', async () => {
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
