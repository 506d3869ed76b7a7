import { beforeAll, describe, expect, test } from '@jest/globals';
import { auditRows } from '../audit.ts';
import { type Caller, call, indexesCaughtUp, newWorkspace, type Workspace } from '../driver.ts';
import { exported } from '../exports/read-pdf.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { NOTE, newStakeholder, visit } from '../widget-api/visit.ts';
import { seedAnnotations } from './seed.ts';

const SURFACES = ['/api/v1', '/api/widget'] as const;
const SPAM = { ...NOTE, body: 'http://best-casino.bet/?ref=77' };
const STATUSES = ['pending', 'blocked', 'resolved', 'won_t_fix', 'duplicate'] as const;

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const pathOf = (id: string, surface: string = SURFACES[0]) => `${surface}/annotations/${id}`;
const read = async (id: string) => (await call('GET', pathOf(id), { as: ws.owner })).body;
const patch = (id: string, body: unknown, as: Caller = ws.owner, surface?: string) =>
  call('PATCH', pathOf(id, surface), { as, body });
const list = async (site: string, query: Record<string, string> = {}, as: Caller = ws.owner, surface = '/api/v1') =>
  (await call('GET', `${surface}/sites/${site}/annotations?${new URLSearchParams(query)}`, { as })).body;
const idsOf = async (site: string, query: Record<string, string> = {}): Promise<string[]> =>
  (await list(site, query)).items.map(({ id }: { id: string }) => id);

/** Every list of a site in which a note stands. */
const listsWith = async (site: string, id: string): Promise<string[]> => {
  const queries: [string, Record<string, string>][] = ['false', 'true'].flatMap((quarantined) => [
    [`${quarantined}`, { quarantined }] as [string, Record<string, string>],
    ...STATUSES.map((status): [string, Record<string, string>] => [
      `${quarantined} ${status}`,
      { quarantined, status },
    ]),
  ]);
  const found = await Promise.all(
    queries.map(async ([name, query]) => ((await idsOf(site, query)).includes(id) ? [name] : [])),
  );
  return found.flat();
};

describe('a note that looks like spam', () => {
  test.each(SURFACES)(
    '%s omits a quarantined note from lists, and returns it with reasons on request',
    async (surface) => {
      const site = await ws.site();
      const real = await ws.note(site);
      const spam = await ws.note(site, SPAM);
      for (const query of [{}, { quarantined: 'false' }, { status: 'pending' }, { kind: 'other' }]) {
        const { items, quarantined_count } = await list(site.id, query, ws.owner, surface);
        expect(items).toMatchObject([{ id: real.id, quarantine: null }]);
        expect(quarantined_count).toBe(1);
      }
      for (const query of [
        { quarantined: 'true' },
        { quarantined: 'true', status: 'pending', kind: 'other', auto_fix: 'false', since: '1' },
      ]) {
        const { items } = await list(site.id, query, ws.owner, surface);
        expect(items).toMatchObject([{ id: spam.id, status: 'pending', quarantine: ['only_links'] }]);
      }
      const { body } = await call('GET', pathOf(spam.id, surface), { as: ws.owner });
      expect(body).toMatchObject({
        id: spam.id,
        body: SPAM.body,
        quarantine: ['only_links'],
        unattended_edits: { allowed: false },
      });
    },
  );

  test('the sender of a quarantined note gets the usual answers and can read, list and continue it', async () => {
    const site = await ws.site();
    const [real, spam] = [
      await visit(site, 'POST', 'annotations', NOTE),
      await visit(site, 'POST', 'annotations', SPAM),
    ];
    const shapeOf = ({ status, body }: typeof spam) => [status, Object.keys(body), body.status, body.auto_fix];
    expect(shapeOf(spam)).toEqual(shapeOf(real));
    const notes = [spam.body.note_secret];
    const reply = await visit(site, 'POST', `notes/${spam.body.id}/replies`, { body: 'Hello?' }, { notes });
    expect(reply.status).toBe(200);
    const own = await visit(site, 'GET', 'notes', undefined, { notes });
    expect(own.body.items).toMatchObject([{ id: spam.body.id, status: 'pending', body: SPAM.body }]);
    expect(own.text + spam.text).not.toMatch(/quarantin|only_links/);
  });

  test("a stakeholder's note is never quarantined; a visitor with the same name is not trusted", async () => {
    const site = await ws.site();
    const { token } = await newStakeholder(ws, site);
    const theirs = await visit(site, 'POST', 'annotations', SPAM, { link: token });
    expect((await read(theirs.body.id)).quarantine).toBeNull();
    const forged = await visit(site, 'POST', 'annotations', { ...NOTE, name: 'http://pills.top' });
    expect((await read(forged.body.id)).quarantine).toEqual(['link_in_name']);
  });

  test("links to the site's origins are trusted, links to the claimed page address are not", async () => {
    const site = await ws.site({ allowed_origins: ['https://shop.example.com', 'https://partner.dev'] });
    const body = 'https://partner.dev/a https://shop.example.com/b';
    expect((await read((await ws.note(site, { body })).id)).quarantine).toBeNull();
    const context = { ...NOTE.context, page: { url: 'http://best-casino.bet/' } };
    expect((await read((await ws.note(site, { ...SPAM, context })).id)).quarantine).toEqual(['only_links']);
  });

  test('MCP omits a quarantined note from lists and marks it when an agent reads it', async () => {
    const site = await ws.site();
    const real = await ws.note(site);
    const spam = await ws.note(site, SPAM);
    const client = await connectClient(site.mcp_token);
    const listed = async (args: Record<string, unknown>) => {
      await indexesCaughtUp();
      const { items, quarantined_count } = (await callTool(client, 'list_annotations', args)).trusted;
      return [items.map(({ id }: { id: string }) => id), quarantined_count];
    };
    expect(await listed({})).toEqual([[real.id], 1]);
    expect(await listed({ status: 'pending' })).toEqual([[real.id], 1]);
    expect(await listed({ quarantined: true })).toEqual([[spam.id], undefined]);
    const { trusted, untrusted } = await callTool(client, 'read_annotation', { id: spam.id });
    expect(trusted).toMatchObject({
      quarantine: ['only_links'],
      unattended_edits: { allowed: false, reason: expect.stringContaining('quarantine') },
    });
    expect(untrusted).toContain('note: http://best-casino.bet');
    expect((await callTool(client, 'read_annotation', { id: real.id })).trusted).not.toHaveProperty('quarantine');
    const release = { id: spam.id, status: 'duplicate', quarantined: false };
    await expect(callTool(client, 'patch_annotation', release)).resolves.toMatchObject({ isError: true });
    expect(await listsWith(site.id, spam.id)).toEqual(['true', 'true pending']);
  });

  test('Markdown marks a quarantined note among the trusted facts, and an export omits it', async () => {
    const site = await ws.site();
    await ws.note(site, { body: 'A real one' });
    const spam = await ws.note(site, SPAM);
    const { text } = await call('GET', `${pathOf(spam.id)}/markdown`, { as: ws.owner });
    expect(text.split('## From people')[0]).toContain('- In quarantine as suspected spam: only_links');
    for (const status of [undefined, 'pending']) {
      const { pdf } = await exported(ws.owner, site.id, status);
      expect(pdf.pages.join('\n')).toContain('A real one');
      expect(pdf.pages.join('\n')).not.toContain('best-casino');
    }
  });
});

describe('PATCH', () => {
  test.each(SURFACES)(
    '%s releases a note into the list of its status, and quarantines it again for the same reasons',
    async (surface) => {
      const site = await ws.site();
      const { id } = await ws.note(site, SPAM);
      const released = await patch(id, { quarantined: false }, ws.owner, surface);
      expect([released.status, released.body.quarantine]).toEqual([200, null]);
      expect(released.body).toEqual(await read(id));
      expect(await listsWith(site.id, id)).toEqual(['false', 'false pending']);
      const aside = await patch(id, { quarantined: true }, await ws.guest([site.id]), surface);
      expect(aside.body).toMatchObject({ quarantine: ['only_links'], status: 'pending' });
      expect(aside.body).toEqual(await read(id));
      expect(await listsWith(site.id, id)).toEqual(['true', 'true pending']);
    },
  );

  test('quarantines a note without spam signs by hand, also repeatedly', async () => {
    const { id } = await ws.note(await ws.site());
    for (const quarantine of [['by_hand'], null, ['by_hand']])
      expect((await patch(id, { quarantined: quarantine !== null })).body).toMatchObject({ quarantine });
  });

  test('a change of status does not change quarantine', async () => {
    const site = await ws.site();
    const { id } = await ws.note(site, SPAM);
    expect((await patch(id, { status: 'resolved', summary: 's' })).body).toMatchObject({ quarantine: ['only_links'] });
    expect(await listsWith(site.id, id)).toEqual(['true', 'true resolved']);
    await patch(id, { quarantined: false, status: 'blocked' });
    expect(await listsWith(site.id, id)).toEqual(['false', 'false blocked']);
    await patch(id, { status: 'new' });
    expect(await listsWith(site.id, id)).toEqual(['false', 'false pending']);
    await patch(id, { quarantined: true, status: 'duplicate' });
    expect(await listsWith(site.id, id)).toEqual(['true', 'true duplicate']);
  });

  test('a patch to the current state changes nothing and keeps the reasons', async () => {
    const site = await ws.site();
    const [real, spam] = [await ws.note(site), await ws.note(site, SPAM)];
    const before = [await read(real.id), await read(spam.id)];
    const answers = [await patch(real.id, { quarantined: false }), await patch(spam.id, { quarantined: true })];
    expect(answers.map(({ body }) => body)).toEqual(before);
    expect([await read(real.id), await read(spam.id)]).toEqual(before);
  });

  test("a stakeholder's quarantined note authorizes nothing until it is released", async () => {
    const site = await ws.site();
    const { token } = await newStakeholder(ws, site, { auto_fix_default: 'optional_on' });
    const { body } = await visit(site, 'POST', 'annotations', { ...NOTE, auto_fix: true }, { link: token });
    const aside = await patch(body.id, { quarantined: true });
    expect(aside.body).toMatchObject({ auto_fix: true, unattended_edits: { allowed: false } });
    expect(await idsOf(site.id, { auto_fix: 'true' })).toEqual([]);
    const released = await patch(body.id, { quarantined: false });
    expect(released.body).toMatchObject({ auto_fix: true, unattended_edits: { allowed: true } });
  });

  test('the audit entry is a patch with the new state and no text of the note', async () => {
    const own = await newWorkspace();
    const { id } = await own.note(await own.site(), SPAM);
    await call('PATCH', pathOf(id), { as: own.owner, body: { quarantined: false, summary: 'secret words' } });
    const items = await auditRows(own.id);
    expect(items.at(-1)).toMatchObject({
      action: 'annotation.patch',
      actor_id: own.owner.user_id,
      target: { annotation_id: id, quarantined: false, changed: ['summary', 'quarantine', 'updated_at'] },
    });
    expect(JSON.stringify(items)).not.toContain('secret words');
  });

  test('thirty concurrent patches of status and quarantine leave the note in exactly the list of its row', async () => {
    const site = await ws.site();
    const { id } = await ws.note(site, SPAM);
    const changes = Array.from({ length: 30 }, (_, at) =>
      at % 3 === 0 ? { quarantined: at % 2 === 0 } : { status: STATUSES[at % STATUSES.length] },
    );
    const answers = await Promise.all(changes.map((body) => patch(id, body)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { status, quarantine } = await read(id);
    const place = quarantine ? 'true' : 'false';
    expect(await listsWith(site.id, id)).toEqual([place, `${place} ${status}`]);
  });

  test('a quarantined note is counted on the first page of its site until it is released', async () => {
    const [site, other] = [await ws.site(), await ws.site()];
    const [note] = [await ws.note(site), await ws.note(other)];
    const countOf = async (id: string) => (await list(id, {})).quarantined_count;
    expect([await countOf(site.id), await countOf(other.id)]).toEqual([0, 0]);
    await patch(note.id, { quarantined: true });
    expect([await countOf(site.id), await countOf(other.id)]).toEqual([1, 0]);
    await patch(note.id, { quarantined: false });
    expect(await countOf(site.id)).toBe(0);
  });

  test.each(['true', 1, null, ['by_hand'], {}])('the quarantine value %j is refused', async (quarantined) => {
    const { id } = await ws.note(await ws.site());
    const { status, body } = await patch(id, { quarantined });
    expect([status, body.detail[0]?.loc]).toEqual([422, ['body', 'quarantined']]);
    expect((await read(id)).quarantine).toBeNull();
  });

  test('notes of another workspace or of an ungranted site cannot be quarantined', async () => {
    const site = await ws.site();
    const { id } = await ws.note(site, SPAM);
    const callers = [(await newWorkspace()).owner, await ws.guest([]), await ws.guest([(await ws.site()).id])];
    for (const as of callers) {
      expect((await patch(id, { quarantined: false }, as)).status).toBe(404);
      const answer = await call('GET', `/api/v1/sites/${site.id}/annotations?quarantined=true`, { as });
      expect(answer.status).toBe(404);
    }
    expect((await read(id)).quarantine).toEqual(['only_links']);
  });
});

describe('lists', () => {
  test('pages omit and repeat no note among much spam', async () => {
    const site = await ws.site();
    const isReal = (index: number) => index % 40 === 0;
    const ids = await seedAnnotations(ws.id, site.id, 400, (index) => ({
      ...(!isReal(index) && { quarantine: ['links'] }),
    }));
    for (const [quarantined, wanted] of [
      ['false', ids.filter((_, index) => isReal(index)).reverse()],
      ['true', ids.filter((_, index) => !isReal(index)).reverse()],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { items: { id: string }[]; next_cursor: string | null } = await list(site.id, {
          quarantined,
          limit: '7',
          ...(cursor && { cursor }),
        });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor);
      expect(seen).toEqual(wanted);
    }
  });

  test('a cursor of one list is refused by the other', async () => {
    const site = await ws.site();
    await seedAnnotations(ws.id, site.id, 4, (index) => ({ ...(index % 2 && { quarantine: ['links'] }) }));
    const { next_cursor: cursor } = await list(site.id, { quarantined: 'true', limit: '1' });
    const path = `/api/v1/sites/${site.id}/annotations?${new URLSearchParams({ cursor })}`;
    expect((await call('GET', path, { as: ws.owner })).status).toBe(400);
    expect((await call('GET', `${path}&quarantined=true`, { as: ws.owner })).status).toBe(200);
  });

  test.each(['', 'yes', '1', 'TRUE'])('quarantined=%s is refused with its place', async (quarantined) => {
    const site = await ws.site();
    const path = `/api/v1/sites/${site.id}/annotations?${new URLSearchParams({ quarantined })}`;
    const { status, body } = await call('GET', path, { as: ws.owner });
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'quarantined']]);
  });
});
