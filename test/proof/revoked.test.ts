import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, type Caller, call, freshIp, newTeam, newWorkspace, type Workspace } from '../driver.ts';
import { LIST_TOOLS, mcpUrl, post } from '../mcp/connect.ts';
import { onceNotBusy } from '../once-not-busy.ts';
import { seedReview } from '../reviews/seed.ts';
import { NOTE, newStakeholder, ORIGIN, type TestSite, visit } from '../widget-api/visit.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const AT_ONCE = 200;

type Attempt = () => Promise<{ status: number }>;

const listSites =
  (as: Caller): Attempt =>
  () =>
    call('GET', '/api/v1/sites', { as });
const agentCalls =
  (mcp_token: string): Attempt =>
  () =>
    post(mcpUrl(mcp_token), LIST_TOOLS, { 'x-client-ip': freshIp() });
const agentCallsByBearer =
  (mcp_token: string): Attempt =>
  () =>
    post(mcpUrl(), LIST_TOOLS, { authorization: `Bearer ${mcp_token}` });
const sendsNote =
  (site: TestSite, link?: string): Attempt =>
  () =>
    visit(site, 'POST', 'annotations', NOTE, link === undefined ? {} : { link });
const loads =
  (site: TestSite): Attempt =>
  () =>
    call('GET', `/w/${site.loader_secret_id}/widget.js`);

/** A review, and a holder of its share link. */
const sharedReview = async (ws: Workspace, site?: string) => {
  const { id } = await seedReview(ws.id, site === undefined ? {} : { site });
  const { body } = await call('POST', `/api/reviews/${id}/share`, { as: ws.owner });
  const read = (suffix: string) => () => call('GET', `/api/reviews/shared/${body.token}${suffix}`);
  return { id, attempts: { review: read(''), feedback: read('/feedback') } };
};

const acknowledged = ({ status, text }: Answer) => {
  if (status !== 200) throw new Error(`Not acknowledged: ${status} ${text}`);
};

const deleteWorkspace = async (ws: Workspace) =>
  acknowledged(await call('DELETE', `/api/workspaces/${ws.id}`, { as: ws.owner }));

/** Every attempt works before, and after the end none of 200 at once does; they share the 200. */
const expectNone = async (attempts: Record<string, Attempt>, end: () => Promise<void>, refused: readonly number[]) => {
  const names = Object.keys(attempts);
  for (const name of names) expect([name, (await attempts[name]!()).status]).toEqual([name, 200]);
  await end();
  const tried = Array.from({ length: AT_ONCE }, (_, index) => names[index % names.length]!);
  const statuses = await Promise.all(
    tried.map(async (name) => `${name}: ${(await onceNotBusy(attempts[name]!)).status}`),
  );
  const wanted = names.map((name, index) => `${name}: ${refused[index]}`);
  expect([...new Set(statuses)].sort()).toEqual(wanted.sort());
};

describe(`${AT_ONCE} concurrent requests after a revocation`, () => {
  test('a revoked API token opens nothing', async () => {
    const ws = await newWorkspace();
    const token = await ws.token();
    const path = `/api/workspaces/${ws.id}/api-tokens/${token.token_id}`;
    await expectNone(
      { token: listSites(token) },
      async () => acknowledged(await call('DELETE', path, { as: ws.owner })),
      [401],
    );
  });

  test('a rotated MCP token opens nothing, and the new one works', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    await expectNone(
      { path: agentCalls(site.mcp_token), bearer: agentCallsByBearer(site.mcp_token) },
      async () =>
        acknowledged(await call('POST', `/api/widget/sites/${site.id}/secrets/rotate-mcp-token`, { as: ws.owner })),
      [401, 401],
    );
    const { body } = await call('GET', `/api/widget/sites/${site.id}/secrets`, { as: ws.owner });
    expect((await agentCalls(body.mcp_token)()).status).toBe(200);
  });

  test('a revoked stakeholder link sends nothing, and another one still does', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const [gone, stays] = [await newStakeholder(ws, site), await newStakeholder(ws, site)];
    await expectNone(
      { link: sendsNote(site, gone.token) },
      async () =>
        acknowledged(await call('DELETE', `/api/widget/sites/${site.id}/stakeholders/${gone.token}`, { as: ws.owner })),
      [403],
    );
    expect((await sendsNote(site, stays.token)()).status).toBe(200);
  });

  test('the link of a shared review opens nothing once the review is deleted', async () => {
    const ws = await newWorkspace();
    const { id, attempts } = await sharedReview(ws);
    const end = async () => acknowledged(await call('DELETE', `/api/reviews/${id}`, { as: ws.owner }));
    await expectNone(attempts, end, [404, 404]);
  });

  test('the link of a shared review opens nothing once sharing stops', async () => {
    const ws = await newWorkspace();
    const { id, attempts } = await sharedReview(ws);
    const end = async () => acknowledged(await call('DELETE', `/api/reviews/${id}/share`, { as: ws.owner }));
    await expectNone(attempts, end, [404, 404]);
  });

  test('the link of a shared review opens nothing once its site or workspace is deleted', async () => {
    const ws = await newTeam();
    const site = await ws.site();
    const [ofSite, ofNone] = [await sharedReview(ws, site.id), await sharedReview(ws)];
    const endSite = async () => acknowledged(await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner }));
    await expectNone(ofSite.attempts, endSite, [404, 404]);
    await expectNone(ofNone.attempts, () => deleteWorkspace(ws), [404, 404]);
  });

  test('widget, agent, script and dashboard get nothing once their site is deleted', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const note = await ws.note(site);
    await expectNone(
      {
        widget: sendsNote(site),
        agent: agentCalls(site.mcp_token),
        script: loads(site),
        note: () => call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner }),
        list: () => call('GET', `/api/widget/sites/${site.id}/annotations`, { as: ws.owner }),
      },
      async () => acknowledged(await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner })),
      [401, 401, 404, 404, 404],
    );
  });

  test('token, agent, session, widget and script get nothing once their workspace is deleted', async () => {
    const ws = await newTeam();
    const site = await ws.site();
    await expectNone(
      {
        token: listSites(await ws.token()),
        agent: agentCalls(site.mcp_token),
        owner: listSites(ws.owner),
        member: listSites(await ws.member()),
        widget: sendsNote(site),
        settings: () => call('GET', '/api/widget/settings', { as: site.widget, headers: { origin: ORIGIN } }),
        script: loads(site),
      },
      () => deleteWorkspace(ws),
      [401, 401, 403, 403, 404, 404, 404],
    );
  });

  test('a removed member, and a GUEST who lost a grant, get nothing', async () => {
    const ws = await newTeam();
    const site = await ws.site();
    const [member, guest] = [await ws.member(), await ws.guest([site.id])];
    const path = (person: { user_id: string }) => `/api/workspaces/${ws.id}/members/${person.user_id}`;
    await expectNone({
      sites: listSites(member),
      workspace: () => call('GET', `/api/workspaces/${ws.id}`, { as: member }),
      granted: () => call('GET', `/api/v1/sites/${site.id}`, { as: guest }),
    }, async () => {
      acknowledged(await call('PATCH', path(guest), { as: ws.owner, body: { site_grants: [] } }));
      acknowledged(await call('DELETE', path(member), { as: ws.owner }));
    }, [404, 404, 404]);
  });
});
