import { beforeAll, expect, test } from '@jest/globals';
import { seedAnnotations } from '../annotations/seed.ts';
import { type Caller, call, newWorkspace, type Workspace } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { useOwnTables } from '../workers/own-tables.ts';

const ROWS = 5000;
/** Each matches one note in a hundred; the number says which. */
const RARE = {
  kind: { at: 37, has: { kind: 'praise' } },
  auto_fix: { at: 38, has: { auto_fix: true } },
  status: { at: 39, has: { status: 'duplicate' } },
  'kind and status': { at: 40, has: { kind: 'design', status: 'blocked' } },
} as const;
const isRare = (index: number, { at }: { at: number }) => index % 100 === at;

let ws: Workspace;
let site: { id: string; mcp_token: string };
let agent: Caller;
/** Oldest first. */
let seeded: string[];
const added: string[] = [];

beforeAll(async () => {
  await useOwnTables();
  ws = await newWorkspace();
  [site, agent] = [await ws.site(), await ws.token()];
  const all = Object.values(RARE);
  seeded = await seedAnnotations(ws.id, site.id, ROWS, (index) => all.find((one) => isRare(index, one))?.has ?? {});
});

type Page = { items: { id: string }[]; next_cursor: string | null };

/** All pages of a list, oldest page last; `meanwhile` runs between two of them. */
const everyId = async (as: Caller, path: string, query: Record<string, string>, meanwhile: () => Promise<unknown>) => {
  const ids: string[] = [];
  let requests = 0;
  for (let cursor: string | null | undefined; cursor !== null; requests += 1) {
    const asked = new URLSearchParams({ ...query, ...(cursor && { cursor }) });
    const answer = await call('GET', `${path}?${asked}`, { as });
    expect(answer.status).toBe(200);
    const page: Page = answer.body;
    expect(page.items.length).toBeLessThanOrEqual(Number(query.limit));
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
    if (cursor !== null) await meanwhile();
  }
  return { ids, requests };
};

test.each(Object.entries(RARE))(
  `a filter by %s that keeps 50 of ${ROWS} notes loses none and repeats none, on both surfaces, while notes come in and others change`,
  async (_, rare) => {
    const wanted = seeded.filter((__, index) => isRare(index, rare)).reverse();
    expect(wanted).toHaveLength(50);
    const bystander = seeded[0] ?? '';
    const query = Object.fromEntries(Object.entries(rare.has).map(([name, value]) => [name, String(value)]));
    const meanwhile = async () => {
      added.push(...(await seedAnnotations(ws.id, site.id, 2, () => rare.has)));
      await call('PATCH', `/api/v1/annotations/${bystander}`, { as: agent, body: { summary: 'Seen' } });
    };
    const known = new Set(seeded);
    for (const limit of ['7', '200']) {
      for (const surface of ['/api/v1', '/api/widget']) {
        const path = `${surface}/sites/${site.id}/annotations`;
        const as = surface === '/api/v1' ? agent : ws.owner;
        const { ids, requests } = await everyId(as, path, { ...query, limit }, meanwhile);
        expect(ids.filter((id) => known.has(id))).toEqual(wanted);
        expect(new Set(ids).size).toBe(ids.length);
        // A page may be short, but not so that a list of 50 takes its reader a hundred requests.
        expect(requests).toBeLessThan(60);
      }
    }
  },
);

test(`all ${ROWS} notes come over MCP, each once`, async () => {
  const client = await connectClient(site.mcp_token);
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { trusted } = await callTool(client, 'list_annotations', { limit: 200, ...(cursor && { cursor }) });
    ids.push(...trusted.items.map(({ id }: { id: string }) => id));
    cursor = trusted.next_cursor ?? null;
  }
  expect(ids).toEqual([...seeded, ...added].reverse());
});
