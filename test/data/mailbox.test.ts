import { beforeAll, describe, expect, test } from '@jest/globals';
import { eraseAddress } from '../../functions/data/erase/erase-address.ts';
import { subjectOf } from '../../functions/data/erase/subject.ts';
import { heldStore } from '../../functions/data/held-store.ts';
import { DAY, MINUTE, now } from '../../functions/kit/clock.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, scratchKeys } from '../../functions/kit/table/keys.ts';
import { openTable } from '../../functions/kit/table/table.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { dataUrl } from '../../functions/mail/data-url.ts';
import { handler as erase } from '../../functions/workers/erase-person.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newWorkspace, signIn, table } from '../driver.ts';
import { seedReview } from '../reviews/seed.ts';
import { attached } from '../widget-api/visit.ts';
import { runFor } from '../workers/interrupted.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { eraseWhole, holding, mailboxOf } from './person.ts';

beforeAll(useOwnTables);

/** A visitor without an account, who left two notes, was invited, and asked for access. */
const visitor = async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const email = `visitor.${ws.id.toLowerCase()}@example.com`;
  const name = `Zora${ws.id.toLowerCase()}`;
  const notes = [await ws.note(site, { name, email }), await ws.note(site, { email })];
  const body = { email, role: 'GUEST' };
  await call('POST', `/api/workspaces/${ws.id}/invitations`, { as: ws.owner, body });
  await call('POST', '/api/access-requests', { body: { email, intent: 'To try it' } });
  return { ws, site, email, name, notes, path: new URL(dataUrl(addressHash(email))).pathname };
};

describe('the page of a mailbox', () => {
  test('counts what is held, in the language of the reader, without a script', async () => {
    const { path, email, name } = await visitor();
    const { status, text, headers } = await call('GET', path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<li>2 notes you left</li><li>1 invitation</li><li>An access request</li>');
    expect(text).not.toMatch(new RegExp(`<script|${email}|${name}`, 'i'));
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    const german = await call('GET', path, { headers: { 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' } });
    expect(german.text).toContain('<li>2 Notizen von Ihnen</li>');
  });

  test('offers nothing where nothing is held, and leads to the sign-in where there is an account', async () => {
    const one = await signIn();
    await call('GET', '/api/v1/sites', { as: one });
    const { text } = await call('GET', new URL(dataUrl(addressHash(one.email))).pathname);
    expect(text).toContain('Nothing is stored under this address.');
    expect(text).toContain('This address also has an account.');
    expect(text).not.toContain('<form');
  });

  test('is 404 for a forged link, one of another address, and one that is 30 days old', async () => {
    const { path } = await visitor();
    const [, hash = ''] = /\.([0-9a-f]{64})\./.exec(path) ?? [];
    const forged = [`${path}x`, path.replace(hash, addressHash('other@example.com')), '/api/data/k1.a.b.c'];
    for (const one of forged) {
      for (const [method, action] of [
        ['GET', ''],
        ['POST', '/export'],
        ['POST', '/erase'],
      ] as const) {
        expect([one, action, (await call(method, `${one}${action}`)).status]).toEqual([one, action, 404]);
      }
    }
    advance(30 * DAY + 1000);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('POST', `${path}/erase`)).status).toBe(404);
  });

  test('says in a browser how long a link works, in the same words for a forged and an expired one', async () => {
    const { path } = await visitor();
    const say = async (at: string, method: 'GET' | 'POST', language = 'en') => {
      const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': language };
      const { status, text, headers: got } = await call(method, at, { headers });
      return [status, got['content-type'], text];
    };
    const forged = await say(`${path}x`, 'GET');
    expect(forged).toEqual([404, 'text/html; charset=utf-8', expect.stringContaining('works for 30 days')]);
    expect((await say(`${path}x`, 'GET', 'de'))[2]).toContain('gilt 30 Tage');
    advance(30 * DAY + 1000);
    expect(await say(path, 'GET')).toEqual(forged);
    expect(await say(`${path}/export`, 'POST')).toEqual(forged);
    expect(await say(`${path}/erase`, 'POST')).toEqual(forged);
  });
});

describe('the download of a mailbox', () => {
  test('holds notes with what their author wrote, invitations and requests, and nothing of others', async () => {
    const { path, ws, site, email, name, notes } = await visitor();
    const stranger = await ws.note(site, { name: 'Someone else', email: 'else@example.com' });
    await call('POST', `/api/v1/annotations/${notes[0]?.id}/replies`, {
      as: ws.owner,
      body: { body: 'Internal view' },
    });
    const { status, headers, body, text } = await call('POST', `${path}/export`);
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="sidenote-data.json"']);
    expect(body.next).toBeNull();
    const kinds = body.items.map(({ kind }: { kind: string }) => kind).sort();
    expect(kinds).toEqual(['access', 'invite', 'note', 'note']);
    const first = body.items.find(({ id }: { id?: string }) => id === notes[0]?.id);
    expect(first).toMatchObject({ name, email, body: 'The button does nothing', replies: [] });
    expect(text).not.toMatch(new RegExp(`${stranger.id}|Someone else|Internal view|hash|secret`));
  });

  test('holds the rating, answers, facts and files of a note, which the page says are deleted', async () => {
    const { path, ws, site, email } = await visitor();
    await call('PATCH', `/api/widget/sites/${site.id}`, {
      as: ws.owner,
      body: { widget: { rating: 'stars', questions: [{ id: 'q1', label: 'Your order?' }] } },
    });
    const { id } = await ws.note(site, {
      email,
      rating: 4,
      answers: [{ question_id: 'q1', answer: 'A-7' }],
      metadata: { plan: 'pro' },
      files: [await attached(site, 'list.txt', 'milk')],
    });
    const { body, text } = await call('POST', `${path}/export`);
    expect(body.items.find((one: { id?: string }) => one.id === id)).toMatchObject({
      visitor: {
        rating: { value: 4, scale: 'stars' },
        answers: [{ question: 'Your order?', answer: 'A-7' }],
        metadata: { plan: 'pro' },
      },
      files: [{ name: 'list.txt', type: 'text/plain', size: 4 }],
    });
    expect(text).not.toContain('"key"');
    expect((await call('GET', path)).text).toContain('deletes your ratings, your answers');
    const german = await call('GET', path, { headers: { 'accept-language': 'de' } });
    expect(german.text).toContain('löschen Ihre Bewertungen, Ihre Antworten');
  });

  test('shows and erases no link that went to another address while the index still names this one', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const [former, latter] = ['former', 'latter'].map((name) => `${name}.${ws.id.toLowerCase()}@example.com`);
    const path = `/api/widget/sites/${site.id}/stakeholders`;
    const { body: made } = await call('POST', path, { as: ws.owner, body: { name: 'Link', email: former } });
    await call('PATCH', `${path}/${made.token}`, { as: ws.owner, body: { email: latter } });
    const key = keys.stakeholder(ws.id, site.id, made.id);
    const late = openTable();
    const query = late.query.bind(late);
    late.query = async (asked) => (asked.index === 'person' ? { items: [{ ...key }], last: undefined } : query(asked));
    const hash = addressHash(String(former));
    expect(await heldStore(late).read(hash, undefined)).toEqual({ items: [], next: null });
    const work = { table: late, storage: openStorage(), hasTime: () => true };
    const erasure = keys.erasure(hash);
    await eraseAddress(work, { ...subjectOf({ ...erasure }), hashes: [hash] }, hash);
    expect(await table().get(key)).toMatchObject({ email: latter });
  });

  test('a download of a mailbox that continues where no part ended is a 400', async () => {
    const { path } = await visitor();
    for (const after of ['', 'x', ' ', ' CONTEXT', 'WS#x ', `${'x'.repeat(599)} `]) {
      const { status, body } = await call('POST', `${path}/export?after=${encodeURIComponent(after)}`);
      expect([after, status, body.code]).toEqual([after, 400, 'cursor_invalid']);
    }
  });

  test('comes in parts that fit an answer', async () => {
    const { path, ws, site, email } = await visitor();
    const long = '\u0000'.repeat(9000);
    for (let count = 0; count < 60; count += 1) await ws.note(site, { email, body: `x${long}` });
    const ids = new Set<string>();
    let after: string | null = null;
    let parts = 0;
    do {
      const query = after === null ? '' : `?after=${encodeURIComponent(after)}`;
      const { status, body, bytes } = await call('POST', `${path}/export${query}`);
      expect([status, bytes.length < 5_000_000]).toEqual([200, true]);
      for (const { id } of body.items) if (id) ids.add(id);
      after = body.next;
      parts += 1;
    } while (after !== null);
    expect([ids.size, parts > 1]).toEqual([62, true]);
  });
});

describe('a part of the download', () => {
  test('ends after 500 items, however small they are, and a browser is led to each part', async () => {
    const { path, ws, site, email } = await visitor();
    const rows = Array.from({ length: 510 }, () => {
      const id = newId();
      return { ...keys.stakeholder(ws.id, site.id, id), person: addressHash(email), name: 'N', created_at: now() };
    });
    for (let start = 0; start < rows.length; start += 100)
      await table().transact(rows.slice(start, start + 100).map((put) => ({ put })));
    const first = (await call('POST', `${path}/export`)).body;
    expect(first.items.length).toBeLessThanOrEqual(501);
    const rest = (await call('POST', `${path}/export?after=${encodeURIComponent(first.next)}`)).body;
    const all = [...first.items, ...rest.items];
    expect(all.filter(({ kind }: { kind: string }) => kind === 'stakeholder')).toHaveLength(510);
    expect(rest.next).toBeNull();

    const headers = { accept: 'text/html,*/*;q=0.8' };
    const formsOf = async (at: string, more = {}) => {
      const { headers: got, text } = await call('POST', at, { headers: { ...headers, ...more } });
      expect(got['content-type']).toBe('text/html; charset=utf-8');
      return [...text.matchAll(/action="([^"]+)"/g)].map(([, action = '']) => action.replaceAll('&amp;', '&'));
    };
    const [file = '', next = '', ...others] = await formsOf(`${path}/export`);
    expect(others).toEqual([]);
    const saved = await call('POST', file, { headers });
    expect(saved.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="sidenote-data.json"',
    });
    expect(saved.body.items).toEqual(first.items);
    const [lastFile = '', ...more] = await formsOf(next, { 'accept-language': 'de' });
    expect(more).toEqual([]);
    expect((await call('POST', lastFile, { headers })).body.items).toEqual(rest.items);
  });
});

describe('the erasure of a mailbox', () => {
  test('starts by POST alone, once, and leaves nothing of the address', async () => {
    const { path, email, name } = await visitor();
    await call('GET', path);
    expect(await table().get(keys.erasure(addressHash(email)))).toBeUndefined();
    for (let count = 0; count < 3; count += 1) expect((await call('POST', `${path}/erase`)).status).toBe(200);
    await eraseWhole(mailboxOf(email));
    expect(await holding([email, name, addressHash(email)])).toEqual([]);
    expect((await call('GET', path)).text).toContain('Nothing is stored under this address.');
  });

  test('takes what a stakeholder without a name left before the link had an address', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const email = `nameless.${ws.id.toLowerCase()}@example.com`;
    const path = `/api/widget/sites/${site.id}/stakeholders`;
    const { token } = (await call('POST', path, { as: ws.owner, body: {} })).body;
    const more = { body: `Write to ${email}`, metadata: { account: email, plan: 'pro' } };
    const { id } = await ws.note(site, more, { 'x-sidenote-stakeholder': token });
    await call('PATCH', `${path}/${token}`, { as: ws.owner, body: { email } });
    await call('POST', `${new URL(dataUrl(addressHash(email))).pathname}/erase`);
    await eraseWhole(mailboxOf(email));
    expect(await holding([email, addressHash(email)])).toEqual([]);
    const { body } = await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner });
    expect(body).toMatchObject({ body: 'Write to [erased]' });
    expect(JSON.stringify(body)).not.toContain('"plan"');
  });

  test('leaves the name, contact, answers and files of someone who used the same link to them', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const [ada, ben] = ['ada', 'ben'].map((name) => `${name}.${ws.id.toLowerCase()}@example.com`);
    const path = `/api/widget/sites/${site.id}/stakeholders`;
    const { token } = (await call('POST', path, { as: ws.owner, body: { name: 'Ben', email: ben } })).body;
    const as = { 'x-sidenote-stakeholder': token };
    const files = [await attached(site, 'list.txt', 'milk')];
    const more = { body: `Ask ${ada}`, metadata: { plan: 'pro', contact: ada }, files };
    const { id, note_secret } = await ws.note(site, more, as);
    const sent = { as: site.widget, headers: { origin: 'https://shop.example.com', 'x-sidenote-notes': note_secret } };
    await call('POST', `/api/widget/notes/${id}/replies`, { ...sent, body: { body: `Or ${ada}`, author_name: 'Ben' } });
    const other = await ws.note(site, { body: 'Nothing of hers' }, as);
    const before = await table().get(keys.annotation(ws.id, other.id));
    await call('PATCH', `${path}/${token}`, { as: ws.owner, body: { name: 'Ada', email: ada } });
    const byLink = { as: site.widget, headers: { origin: 'https://shop.example.com', ...as } };
    await call('POST', `/api/widget/notes/${id}/replies`, { ...byLink, body: { body: 'Still so' } });
    const own = await ws.note(site, { body: 'Mine' }, as);
    await call('POST', `${new URL(dataUrl(addressHash(String(ada)))).pathname}/erase`);
    await eraseWhole(mailboxOf(String(ada)));

    expect(await holding([String(ada), addressHash(String(ada))])).toEqual([]);
    const { body } = await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner });
    expect(body).toMatchObject({
      body: 'Ask [erased]',
      submitter: { name: 'Ben', has_email: true },
      visitor: { metadata: { plan: 'pro', contact: '[erased]' } },
      files: [{ name: 'list.txt' }],
      replies: [
        { body: 'Or [erased]', author_name: 'Ben' },
        { body: 'Still so', author_name: '' },
      ],
    });
    const kept = (await table().get(keys.context(ws.id, id)))?.files as { key: string }[];
    expect(String((await openStorage().read(String(kept[0]?.key), 100))?.bytes)).toBe('milk');
    const theirs = await call('GET', `/api/v1/annotations/${own.id}`, { as: ws.owner });
    expect(theirs.body).toMatchObject({ body: 'Mine', submitter: { name: '', has_email: false } });
    const held = await call('POST', `${new URL(dataUrl(addressHash(String(ben)))).pathname}/export`);
    expect(held.body.items).toContainEqual(expect.objectContaining({ id, email: ben, name: 'Ben' }));
    expect(await table().get(keys.annotation(ws.id, other.id))).toEqual(before);
  });

  test('erases a link with many notes in several runs, and each note once', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const email = `many.${ws.id.toLowerCase()}@example.com`;
    const path = `/api/widget/sites/${site.id}/stakeholders`;
    const { token } = (await call('POST', path, { as: ws.owner, body: { name: 'Many' } })).body;
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push((await ws.note(site, { body: `Write to ${email}` }, { 'x-sidenote-stakeholder': token })).id);
    }
    await call('PATCH', `${path}/${token}`, { as: ws.owner, body: { email } });
    await call('POST', `${new URL(dataUrl(addressHash(email))).pathname}/erase`);
    const notes = () => table().getEach(ids.map((id) => keys.annotation(ws.id, id)));
    const left = async () => (await notes()).filter((row) => String(row?.excerpt).includes(email)).length;
    const runs: number[] = [];
    const firsts: unknown[] = [];
    for (let run = 0; run < 3; run += 1) {
      advance(1000);
      // For the link's own row and two of its notes.
      expect(await erase(mailboxOf(email), runFor(4))).toEqual({ batchItemFailures: [] });
      runs.push(await left());
      firsts.push((await notes())[0]?.updated_at);
    }
    expect(runs).toEqual([3, 1, 0]);
    expect(new Set(firsts).size).toBe(1);
    await eraseWhole(mailboxOf(email));
    expect(await holding([email, addressHash(email)])).toEqual([]);
    expect(await table().get(keys.erasure(addressHash(email)))).toBeUndefined();
  });

  test('reaches what a reply and a review in flight wrote after the first look', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const email = `inflight.${ws.id.toLowerCase()}@example.com`;
    const name = `Ines${ws.id.toLowerCase()}`;
    const { id, note_secret } = await ws.note(site, { name, email, body: `Write to ${email}` });
    const asked = { site: site.id, status: 'running', more: { annotation_id: id } } as const;
    const { id: review, findings } = await seedReview(ws.id, asked);
    const finding = keys.finding(ws.id, review, String(findings[0]?.id));
    const quote = () => table().transact([{ update: finding, set: { comment: `“${email}” is hard to find.` } }]);
    await call('POST', `${new URL(dataUrl(addressHash(email))).pathname}/erase`);
    await erase(mailboxOf(email));

    const headers = { origin: 'https://shop.example.com', 'x-sidenote-notes': note_secret };
    const body = { body: `Or to ${email}`, author_name: name };
    await call('POST', `/api/widget/notes/${id}/replies`, { as: site.widget, headers, body });
    advance(MINUTE);
    await erase(mailboxOf(email));
    const { replies } = (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;
    expect(replies).toEqual([expect.objectContaining({ author_name: '', body: 'Or to [erased]' })]);

    await quote();
    const ended = { status: 'complete', completed_at: now() };
    await table().transact([{ update: keys.review(ws.id, review), set: ended }]);
    advance(15 * MINUTE);
    await erase(mailboxOf(email));
    expect(await holding([email, name, addressHash(email)])).toEqual([]);
  });

  test('ends after an hour although a review of a note never does', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const email = `endless.${ws.id.toLowerCase()}@example.com`;
    const { id } = await ws.note(site, { email, body: `Write to ${email}` });
    await seedReview(ws.id, { site: site.id, status: 'running', more: { annotation_id: id } });
    await call('POST', `${new URL(dataUrl(addressHash(email))).pathname}/erase`);
    const waits: number[] = [];
    for (let looks = 0; looks < 10; looks += 1) {
      await erase(mailboxOf(email));
      const row = await table().get(keys.erasure(addressHash(email)));
      if (!row) break;
      waits.push(Number(row.wait_seconds));
      advance(Number(row.wait_seconds) * 1000);
    }
    expect(waits).toEqual([40, 900, 900, 900, 900]);
    expect(await holding([email, addressHash(email)])).toEqual([]);
  });

  test('removes the counts of its mails and agents, of each day that may still have them', async () => {
    const { path, email } = await visitor();
    const hash = addressHash(email);
    const dayOf = (back: number) => new Date(now() - back * DAY).toISOString().slice(0, 10);
    const counts = [0, 1, 2].flatMap((back) => [
      ...['note', 'approval', 'notification'].map((kind) => scratchKeys.mailCount(kind, hash, dayOf(back))),
      scratchKeys.mailAnswers(hash, dayOf(back)),
      scratchKeys.agentSignups(`contact#${hash}`, dayOf(back)),
    ]);
    for (const key of counts) await table().count(key, { count: 1 });
    await call('POST', `${path}/erase`);
    await eraseWhole(mailboxOf(email));
    for (const key of counts) expect(await table().get(key, { in: 'scratch' })).toBeUndefined();
  });

  test('leaves an account alone, and what belongs to it', async () => {
    const one = await signIn({ name: 'Ada' });
    await call('GET', '/api/v1/sites', { as: one });
    await call('POST', `${new URL(dataUrl(addressHash(one.email))).pathname}/erase`);
    await eraseWhole(mailboxOf(one.email));
    expect(await table().get(keys.user(one.user_id))).toMatchObject({ email: one.email });
    expect((await call('GET', '/api/workspaces', { as: one })).status).toBe(200);
  });

  test('keeps the unsubscription, which holds no name', async () => {
    const { path, email } = await visitor();
    const key = keys.suppression(addressHash(email));
    await table().put({ ...key, reason: 'unsubscribed', created_at: 1 });
    await call('POST', `${path}/erase`);
    await eraseWhole(mailboxOf(email));
    expect(await table().get(key)).toMatchObject({ reason: 'unsubscribed' });
  });
});
