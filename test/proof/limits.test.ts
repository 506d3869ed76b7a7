import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { MINUTE, now, setClock } from '../../functions/kit/clock.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, newWorkspace, nextWindow, signIn } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

/** Until the next `advance`: a busy machine may need more than a minute for the requests of one. */
const holdClock = () => {
  const at = now();
  setClock(() => at);
};

beforeEach(() => {
  nextWindow();
  holdClock();
});

const statuses = async (count: number, request: () => Promise<{ status: number }>) => {
  const seen: Record<number, number> = {};
  for (const { status } of await Promise.all(Array.from({ length: count }, request)))
    seen[status] = (seen[status] ?? 0) + 1;
  return seen;
};

/** So few that a busy machine answers them all: one that is too busy counts a request and does not answer it. */
const AT_ONCE = 25;

const fill = async (as: Caller, path: string, count: number) => {
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - sent);
    expect(await statuses(size, () => call('GET', path, { as }))).toEqual({ 200: size });
  }
};

test('a token passes 600 times a minute from any addresses: of 50 concurrent requests exactly the last 5', async () => {
  const ws = await newWorkspace();
  const [token, other] = [await ws.token(), await ws.token()];
  await fill(token, '/api/v1/sites', 595);
  const request = () => call('GET', '/api/v1/sites', { as: token });
  expect(await statuses(50, request)).toEqual({ 200: 5, 429: 45 });
  expect((await request()).body.reason).toBe('credential_rate_limit');
  expect((await call('GET', '/api/v1/sites', { as: other })).status).toBe(200);
  advance(MINUTE);
  expect((await request()).status).toBe(200);
});

test('a person has 600 dashboard requests a minute over all their sessions, and another person of the workspace as many', async () => {
  const ws = await newWorkspace();
  const [again, member] = [await signIn({ email: ws.owner.email }), await ws.member()];
  expect(again.user_id).toBe(ws.owner.user_id);
  // The fixtures counted, too.
  advance(MINUTE);
  holdClock();
  const secondSession = { ...again, workspace_id: ws.id };
  await fill(ws.owner, '/api/widget/sites', 300);
  await fill(secondSession, '/api/widget/sites', 295);
  const request = (as: Caller) => () => call('GET', '/api/widget/sites', { as });
  const [byOne, byOther] = await Promise.all([statuses(25, request(ws.owner)), statuses(25, request(secondSession))]);
  expect((byOne[200] ?? 0) + (byOther[200] ?? 0)).toBe(5);
  expect((byOne[429] ?? 0) + (byOther[429] ?? 0)).toBe(45);
  expect(await statuses(5, request(member))).toEqual({ 200: 5 });
});
