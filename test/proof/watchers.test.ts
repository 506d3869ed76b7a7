import { expect, test } from '@jest/globals';
import { type Answer, type Caller, call, newWorkspace, type Workspace } from '../driver.ts';

const WORKSPACES = 20;
const WATCHERS = 5;
const NOTES = 3;

const changes = (as: Caller, query: Record<string, string>): Promise<Answer> =>
  call('GET', `/api/v1/changes?${new URLSearchParams(query)}`, { as });

/** Waits again and again, as an agent does, until it has seen `count` changes. A busy service says 503. */
const watch = async (as: Caller, from: string, count: number): Promise<string[]> => {
  const seen: string[] = [];
  for (let cursor = from, tries = 0; seen.length < count && tries < 20; tries += 1) {
    const { status, body } = await changes(as, { cursor, wait: '25' });
    if (status === 503) continue;
    expect(status).toBe(200);
    seen.push(...body.items.map(({ annotation_id }: { annotation_id: string }) => annotation_id));
    cursor = body.cursor;
  }
  return seen;
};

const newWatched = async () => {
  const ws: Workspace = await newWorkspace();
  const token = await ws.token();
  return { ws, token, site: await ws.site(), from: (await changes(token, { cursor: 'latest' })).body.cursor as string };
};

test('100 agents in 20 workspaces wait at once: each gets every change of its own workspace once, and others still write', async () => {
  const watched = await Promise.all(Array.from({ length: WORKSPACES }, newWatched));
  const watching = watched.map(({ token, from }) =>
    Promise.all(Array.from({ length: WATCHERS }, () => watch(token, from, NOTES))),
  );
  const written = await Promise.all(
    watched.map(async ({ ws, site }) => {
      const ids: string[] = [];
      for (let count = 0; count < NOTES; count += 1) ids.push((await ws.note(site)).id);
      return ids;
    }),
  );
  const seen = await Promise.all(watching);
  for (const [at, ids] of written.entries()) {
    expect(seen[at]).toEqual(Array.from({ length: WATCHERS }, () => ids));
  }
});
