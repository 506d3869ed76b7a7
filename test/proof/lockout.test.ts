import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { formatSecret, readSecret, type SecretKind } from '../../functions/kit/secrets.ts';
import { call, freshIp, newWorkspace, nextWindow } from '../driver.ts';
import { mcpUrl, throughStage } from '../mcp/connect.ts';
import { NOTE, type TestSite, visit } from '../widget-api/visit.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

beforeEach(() => {
  nextWindow();
});

/** The ids of a real secret under secret bits of the forger's own. */
const forged = (kind: SecretKind, real: string) =>
  formatSecret(kind, readSecret(kind, real) ?? [], Buffer.alloc(20, 7));

const times = async (count: number, request: () => Promise<number>) => {
  const seen: Record<number, number> = {};
  for (let sent = 0; sent < count; sent += 25) {
    for (const status of await Promise.all(Array.from({ length: Math.min(25, count - sent) }, request)))
      seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
};

const sites = (credential: string) => async () => (await call('GET', '/api/v1/sites', { as: { credential } })).status;
/** A GET is counted like any message, and refused with 405 where the token is right. */
const agent = (token: string) => async () => {
  const headers = { 'x-client-ip': freshIp() };
  return (await throughStage(mcpUrl(token), { method: 'GET', headers })).status;
};
const note = (site: TestSite) => async () => (await visit(site, 'POST', 'annotations', NOTE)).status;

test('606 requests with real ids and a forged secret use their own rate limit: the real secrets pass', async () => {
  const ws = await newWorkspace();
  const [{ credential }, site] = [await ws.token(), await ws.site()];
  const wrongSite = { ...site, widget: { credential: forged('widget', site.widget_token) } };
  const [byToken, byAgent, byWidget] = await Promise.all([
    times(606, sites(forged('api', credential))),
    times(606, agent(forged('mcp', site.mcp_token))),
    times(606, note(wrongSite)),
  ]);
  // A request whose answer was lost may count twice: never more than 600 pass, on a slow machine a few less.
  for (const { 401: passed = 0, 429: limited = 0, ...others } of [byToken, byAgent, byWidget]) {
    expect({ sent: passed + limited, others }).toEqual({ sent: 606, others: {} });
    expect(passed).toBeLessThanOrEqual(600);
    expect(passed).toBeGreaterThan(500);
  }
  expect(await times(5, sites(credential))).toEqual({ 200: 5 });
  expect(await times(5, agent(site.mcp_token))).toEqual({ 405: 5 });
  expect(await times(5, note(site))).toEqual({ 200: 5 });
});

test('an address that reaches its limit does not block another address of the same site', async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const ip = freshIp();
  const statuses: number[] = [];
  for (let sent = 0; sent < 21; sent += 1)
    statuses.push((await visit(site, 'POST', 'annotations', NOTE, { ip })).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await visit(site, 'POST', 'annotations', NOTE)).status).toBe(200);
});
