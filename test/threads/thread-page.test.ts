import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY } from '../../functions/kit/clock.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { suppress } from '../../functions/mail/suppressions.ts';
import { signThread } from '../../functions/threads/thread-url.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { png } from '../resolutions/images.ts';
import { upload } from '../resolutions/upload.ts';
import { visit } from '../widget-api/visit.ts';
import {
  holdMessages,
  mailsTo,
  minuteEnds,
  patch,
  read,
  reply,
  resolve,
  someone,
  submit,
  threadPathIn,
} from './conversation.ts';

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site({ name: 'Harbour Coffee' });
});
holdMessages();

/** A note of someone with an address, and the path of its thread's page. */
const newThread = async (status?: string, more: Record<string, unknown> = {}) => {
  const address = someone();
  const note = await ws.note(site, { email: address, name: 'Vera', ...more });
  if (status) await patch(ws, note.id, { status, summary: 'In short.' });
  const path = `/api/threads/${signThread({ ws: ws.id, annotation: note.id }, addressHash(address))}`;
  return { ...note, address, path };
};

const BROWSER = { accept: 'text/html', 'accept-language': 'en' };
const open = (path: string) => call('GET', path, { headers: BROWSER });

describe('the page of a thread', () => {
  test('opens by the link of a mail and shows what its submitter may see, with pictures', async () => {
    const thread = await newThread();
    await reply(ws, thread.id, 'Which <b>one</b>?', 'Ida');
    await resolve(ws, thread.id, {
      explanation: 'Made it **bold**.',
      after_key: await upload(ws.owner, thread.id, 'after', png()),
    });
    const verdict = { ...keys.reply(ws.id, thread.id, '01K9ZX3V5T8QWERN6M2HJCDF4A'), author: 'agent' };
    await table().put({
      ...verdict,
      id: '01K9ZX3V5T8QWERN6M2HJCDF4A',
      annotation_id: thread.id,
      author_name: 'Panel',
      body: 'INTERNAL VERDICT',
      created_at: 1,
      review_id: '01K9ZX3V5T8QWERN6M2HJCDF4A',
    });
    await minuteEnds(ws.id, thread.id);
    const [mail] = await mailsTo(thread.address, 1);
    const page = await open(threadPathIn(mail!));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Which &lt;b&gt;one&lt;/b&gt;?');
    expect(page.text).toContain('Made it <strong>bold</strong>.');
    expect(page.text).not.toContain('INTERNAL');
    expect(page.text).not.toContain(thread.address);
    const picture = /<img src="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await fetch(picture)).status).toBe(200);
    expect(page.headers['content-security-policy']).toContain(`img-src ${new URL(picture).origin}`);
    expect(page.headers['cache-control']).toBe('no-store');
  });

  test('changes nothing when it is only opened', async () => {
    const thread = await newThread('resolved');
    const { status, summary, replies, confirmation } = await read(ws, thread.id);
    for (const query of ['', '?fixed=yes', '?fixed=no']) expect((await open(thread.path + query)).status).toBe(200);
    // The service's browser looks at a resolved note meanwhile, which the rest of the note shows.
    expect(await read(ws, thread.id)).toMatchObject({ status, summary, replies, confirmation });
  });
});

describe('an answer', () => {
  test('an answer on the page sets a blocked note to pending, once for each form', async () => {
    const thread = await newThread('blocked');
    const { updated_at } = await read(ws, thread.id);
    advance(1000);
    const form = { body: 'In Firefox.', once: 'o'.repeat(22) };
    for (let times = 0; times < 3; times += 1) {
      const page = await submit(`${thread.path}/replies`, form);
      expect(page.status).toBe(200);
      expect(page.text).toContain('In Firefox.');
    }
    const after = await read(ws, thread.id);
    expect(after).toMatchObject({
      status: 'pending',
      replies: [{ author: 'stakeholder', author_name: 'Vera', body: 'In Firefox.' }],
    });
    expect(Number(after.updated_at)).toBeGreaterThan(Number(updated_at));
    const { body } = await call('GET', `/api/v1/sites/${site.id}/annotations?status=pending`, { as: ws.owner });
    expect(body.items.map(({ id }: { id: string }) => id)).toContain(thread.id);
  });

  test('an answer on the page that is sent again with other words is refused with a page that keeps them', async () => {
    const thread = await newThread('resolved');
    const once = 'o'.repeat(22);
    await submit(`${thread.path}/replies`, { body: 'In Firefox.', once });
    const again = await submit(`${thread.path}/replies`, { body: 'In Firefox 140.', once });
    expect([again.status, again.headers['content-type']]).toEqual([422, 'text/html; charset=utf-8']);
    expect(again.text).toContain('>In Firefox 140.</textarea>');
    expect(again.text).not.toContain(once);
    const other = await submit(`${thread.path}/confirmation`, { fixed: 'yes', once });
    expect(other.status).toBe(200);
    expect(await read(ws, thread.id)).toMatchObject({
      confirmation: { fixed: true },
      replies: [{ body: 'In Firefox.' }],
    });
  });

  test('an answer on the page is promised a mail unless the workspace has switched them off', async () => {
    const own = await newWorkspace();
    const email = someone();
    const { id } = await own.note(await own.site(), { email });
    const path = `/api/threads/${signThread({ ws: own.id, annotation: id }, addressHash(email))}/replies`;
    expect((await submit(path, { body: 'Hello?' })).text).toContain('Sent. We’ll email you when there’s an answer.');
    const body = { notifications: { submitter_mail: false } };
    await call('PATCH', `/api/workspaces/${own.id}`, { as: own.owner, body });
    const { text } = await submit(path, { body: 'Anyone?' });
    expect(text).toContain('Sent.');
    expect(text).not.toContain('We’ll email you');
  });

  test('an answer in the widget sets a blocked note to pending', async () => {
    const thread = await newThread('blocked');
    const by = { notes: [thread.note_secret] };
    expect((await visit(site, 'POST', `notes/${thread.id}/replies`, { body: 'In Firefox.' }, by)).status).toBe(200);
    expect(await read(ws, thread.id)).toMatchObject({ status: 'pending', replies: [{ body: 'In Firefox.' }] });
  });

  test('an answer on a resolved note leaves it resolved', async () => {
    const thread = await newThread('resolved');
    await submit(`${thread.path}/replies`, { body: 'Thanks!' });
    expect(await read(ws, thread.id)).toMatchObject({ status: 'resolved', replies: [{ body: 'Thanks!' }] });
  });

  test('an answer may be as long as its field allows, in which a line break counts as one character', async () => {
    const [first, second] = [await newThread('blocked'), await newThread('resolved')];
    const body = 'a\r\n'.repeat(5000);
    expect((await submit(`${first.path}/replies`, { body })).status).toBe(200);
    expect((await submit(`${second.path}/confirmation`, { fixed: 'no', body })).status).toBe(200);
    for (const { id } of [first, second]) {
      expect((await read(ws, id)).replies).toMatchObject([{ body: 'a\n'.repeat(5000).trim() }]);
    }
  });

  test.each(['', '   ', 'a'.repeat(10_001)])(
    'an answer that is empty or too long is refused on the page (%#)',
    async (body) => {
      const thread = await newThread();
      expect((await submit(`${thread.path}/replies`, { body })).status).toBe(422);
      expect((await read(ws, thread.id)).replies).toEqual([]);
    },
  );

  test('concurrent answers to a note are all kept, and the note is pending', async () => {
    const thread = await newThread('blocked');
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((body) =>
        submit(`${thread.path}/replies`, { body, once: `${body}${'x'.repeat(20)}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { status, replies } = await read(ws, thread.id);
    expect(status).toBe('pending');
    expect(replies.map(({ body }: { body: string }) => body).sort()).toEqual(['One', 'Three', 'Two']);
  });
});

describe('“Is it fixed?”', () => {
  test('answering yes is recorded and shown', async () => {
    const thread = await newThread('resolved');
    const page = await submit(`${thread.path}/confirmation`, { fixed: 'yes', body: '' });
    expect(page.text).toContain('You confirmed that it’s fixed.');
    expect(await read(ws, thread.id)).toMatchObject({
      status: 'resolved',
      confirmation: { fixed: true, at: expect.stringMatching(/^\d{13}$/) },
    });
  });

  test('a question and an idea have their own wording of “Is it fixed?”', async () => {
    for (const [kind, state, asked] of [
      ['question', 'Answered', 'Does this answer your question?'],
      ['idea', 'Done', 'Is this what you had in mind?'],
    ] as const) {
      const thread = await newThread('resolved', { kind });
      const { text } = await open(thread.path);
      expect(text).toContain(`<span class="state">${state}</span>`);
      expect(text).toContain(asked);
      expect(text).not.toMatch(/fixed\b(?!" value)/i);
    }
  });

  test('answering not yet reopens the note with the visitor’s words', async () => {
    const thread = await newThread('resolved');
    const page = await submit(`${thread.path}/confirmation`, { fixed: 'no', body: 'Still wrong in Safari.' });
    expect(page.text).toContain('The note is open again.');
    expect(await read(ws, thread.id)).toMatchObject({
      status: 'pending',
      confirmation: { fixed: false },
      replies: [{ author: 'stakeholder', body: 'Still wrong in Safari.' }],
    });
    await patch(ws, thread.id, { status: 'resolved' });
    expect(await read(ws, thread.id)).toMatchObject({ confirmation: null });
  });

  test('answering not yet twice under one key counts once, on the page and in the widget', async () => {
    const [onPage, inWidget] = [await newThread('resolved'), await newThread('resolved')];
    const form = { fixed: 'no', body: 'Still wrong.', once: 'n'.repeat(22) };
    const by = { notes: [inWidget.note_secret], headers: { 'idempotency-key': 'k'.repeat(22) } };
    for (let times = 0; times < 2; times += 1) {
      const page = await submit(`${onPage.path}/confirmation`, form);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('The note is open again.')]);
      const body = { fixed: false, body: 'Still wrong.' };
      const answer = await visit(site, 'POST', `notes/${inWidget.id}/confirmation`, body, by);
      expect([answer.status, answer.body.status]).toEqual([200, 'pending']);
    }
    for (const { id } of [onPage, inWidget]) {
      expect(await read(ws, id)).toMatchObject({ status: 'pending', replies: [{ body: 'Still wrong.' }] });
    }
  });

  test('answering not yet ends the mark that the fix can’t be seen', async () => {
    const thread = await newThread('resolved');
    await table().transact([{ update: keys.annotation(ws.id, thread.id), set: { flag: 'looks_unchanged' } }]);
    await submit(`${thread.path}/confirmation`, { fixed: 'no', body: '' });
    expect(await read(ws, thread.id)).toMatchObject({ status: 'pending', flag: null });
  });

  test('is not asked in quarantine, and an answer tells nothing of the hidden status', async () => {
    const thread = await newThread('resolved');
    await patch(ws, thread.id, { quarantined: true });
    const page = await submit(`${thread.path}/confirmation`, { fixed: 'no', body: 'My words' });
    expect(page.status).toBe(409);
    const by = { notes: [thread.note_secret] };
    const { status, body } = await visit(site, 'POST', `notes/${thread.id}/confirmation`, { fixed: true }, by);
    expect([status, body.code]).toEqual([409, 'not_marked_fixed']);
    expect(await read(ws, thread.id)).toMatchObject({ status: 'resolved', confirmation: null });
  });

  test('an answer is a 409 with a page that keeps its words if the note is open by now', async () => {
    const thread = await newThread('resolved');
    await patch(ws, thread.id, { status: 'pending' });
    const page = await submit(`${thread.path}/confirmation`, { fixed: 'no', body: 'My words' });
    expect(page.status).toBe(409);
    expect(page.text).toContain('The note changed in the meantime.');
    expect(page.text).toContain('>My words</textarea>');
    expect((await read(ws, thread.id)).replies).toEqual([]);
  });

  test('“Is it fixed?” can be answered in the widget', async () => {
    const thread = await newThread('resolved');
    const path = `notes/${thread.id}/confirmation`;
    const by = { notes: [thread.note_secret] };
    expect((await visit(site, 'POST', path, { fixed: true }, {})).status).toBe(404);
    const yes = await visit(site, 'POST', path, { fixed: true }, by);
    expect(yes.body).toMatchObject({ id: thread.id, status: 'resolved', confirmation: { fixed: true } });
    const no = await visit(site, 'POST', path, { fixed: false, body: 'It came back.' }, by);
    expect(no.body).toMatchObject({ status: 'pending', confirmation: { fixed: false } });
    const again = await visit(site, 'POST', path, { fixed: true }, by);
    expect([again.status, again.body.code]).toEqual([409, 'not_marked_fixed']);
  });
});

describe('a link', () => {
  const expectClosed = async (path: string, status: number, code: string) => {
    const pages = [await open(path), await submit(`${path}/replies`, { body: 'Hi' })];
    for (const page of pages) {
      expect([page.status, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    }
    const plain = await call('GET', path);
    expect([plain.status, plain.body.code]).toEqual([status, code]);
    expect(plain.body.detail).toEqual(expect.any(String));
  };

  test('a link that was forged, or belongs to another note or address, is a 404', async () => {
    const [one, other] = [await newThread(), await newThread()];
    const signed = one.path.split('/').at(-1)!;
    const [key, expires, ids, tag] = signed.split('.');
    const [, , otherIds, otherTag] = other.path.split('/').at(-1)!.split('.');
    const forged = [
      'x',
      `${signed}x`,
      [key, expires, otherIds, tag].join('.'),
      [key, expires, ids, otherTag].join('.'),
      [key, `${expires}z`, ids, tag].join('.'),
      ['k99', expires, ids, tag].join('.'),
      signThread({ ws: ws.id, annotation: one.id }, addressHash(other.address)),
    ];
    for (const link of forged) await expectClosed(`/api/threads/${link}`, 404, 'not_found');
    expect((await read(ws, one.id)).replies).toEqual([]);
  });

  test('a link older than 90 days is a 410', async () => {
    const { path } = await newThread();
    advance(90 * DAY + 2000);
    await expectClosed(path, 410, 'thread_link_expired');
  });

  test('a link of an address that unsubscribed or bounced is a 410 that says which, and of one that was erased a 404', async () => {
    const [one, other] = [await newThread(), await newThread()];
    await suppress(table(), addressHash(one.address), 'unsubscribed');
    await expectClosed(one.path, 410, 'thread_link_revoked');
    await suppress(table(), addressHash(one.address), 'bounced');
    await expectClosed(one.path, 410, 'thread_link_blocked');
    await table().transact([{ update: keys.context(ws.id, other.id), set: { email: null } }]);
    await expectClosed(other.path, 404, 'not_found');
  });

  test('a link to a deleted note is a 404', async () => {
    const { id, path } = await newThread();
    await call('DELETE', `/api/widget/annotations/${id}`, { as: ws.owner });
    await expectClosed(path, 404, 'not_found');
  });
});

test('a quarantined note hides the team’s words on its page, too', async () => {
  const thread = await newThread('blocked');
  await reply(ws, thread.id, 'TEAM WORDS');
  await patch(ws, thread.id, { quarantined: true });
  const { text } = await open(thread.path);
  expect(text).not.toContain('TEAM WORDS');
  expect(text).not.toContain('In short.');
});
