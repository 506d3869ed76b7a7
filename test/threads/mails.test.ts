import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, scratchKeys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { noteMail } from '../../functions/threads/letters/note-mail.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { NOTE, newStakeholder, visit } from '../widget-api/visit.ts';
import { until } from '../workers/until.ts';
import {
  holdMessages,
  inbox,
  mailsTo,
  minuteEnds,
  owedIn,
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

const told = (id: string, status: string) =>
  until(async () => {
    const { resolutions } = await read(ws, id);
    return resolutions.every((one: { notification_status: string }) => one.notification_status === status);
  }, `everything to be ${status}`);

describe('mails to the submitter', () => {
  test('a reply, a resolution and a new status within a minute cause one mail', async () => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    await reply(ws, id, 'Thanks, looking into it.', 'Ida');
    await resolve(ws, id);
    await patch(ws, id, { status: 'resolved', summary: 'The cart adds up again' });
    expect(await owedIn(ws.id, id)).toHaveLength(3);
    await minuteEnds(ws.id, id, 5);
    await told(id, 'sent');
    const [mail, ...more] = await mailsTo(address, 1);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your note on Harbour Coffee: “The button does nothing”');
    for (const words of [
      'Your note is marked as fixed',
      'Thanks, looking into it.',
      'Reply from Ida',
      'The total is right now.',
      'The cart adds up again',
      '?fixed=yes',
    ]) {
      expect(mail?.text).toContain(words);
    }
    expect(await owedIn(ws.id, id)).toEqual([]);
  });

  test.each([
    ['blocked', 'We need an answer from you'],
    ['won_t_fix', 'We decided not to change this'],
    ['duplicate', 'This was already reported'],
    ['resolved', 'Your note is marked as fixed'],
  ])('a note that becomes %s causes a mail with the summary as the reason', async (status, title) => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    await patch(ws, id, { status, summary: 'Because of the harbor.' });
    await minuteEnds(ws.id, id);
    const [mail] = await mailsTo(address, 1);
    expect(mail?.text).toContain(title);
    expect(mail?.text).toContain('Because of the harbor.');
  });

  test.each(['won_t_fix', 'duplicate', 'resolved'])(
    'praise that becomes %s was read, and nothing more',
    async (status) => {
      const address = someone();
      const { id } = await ws.note(site, { email: address, kind: 'praise' });
      await patch(ws, id, { status });
      await minuteEnds(ws.id, id);
      const [mail] = await mailsTo(address, 1);
      expect(mail?.text).toContain('Thank you for your note');
      expect(mail?.text).not.toMatch(/problem|fix|change/i);
      const page = await call('GET', mail ? threadPathIn(mail) : '');
      expect(page.text).toContain('<span class="state">Thank you for your note</span>');
    },
  );

  test('a mail gives a status only the reason that was given for it', async () => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    const [closed, asked, open] = ['The button submits again', 'Which browser?', 'Something else'];
    await patch(ws, id, { status: 'resolved', summary: closed });
    await minuteEnds(ws.id, id);
    const [first] = await mailsTo(address, 1);
    const path = first ? threadPathIn(first) : '';
    await submit(`${path}/confirmation`, { fixed: 'no' });
    await patch(ws, id, { status: 'blocked' });
    await minuteEnds(ws.id, id);
    const [, blocked] = await mailsTo(address, 2);
    await patch(ws, id, { summary: asked });
    await submit(`${path}/replies`, { body: 'Firefox.' });
    await patch(ws, id, { status: 'resolved' });
    await minuteEnds(ws.id, id);
    const [, , resolved] = await mailsTo(address, 3);
    expect(first?.text).toContain(closed);
    expect(blocked?.text).toContain('We need an answer from you');
    expect(blocked?.text).not.toContain(closed);
    expect(resolved?.text).toContain('Your note is marked as fixed');
    expect(resolved?.text).not.toContain(asked);
    await patch(ws, id, { status: 'pending' });
    await patch(ws, id, { summary: open });
    const mail = { ...keys.annotationMail(ws.id, id, newId()), site_id: site.id, status: 'resolved' };
    const reply_ids = [(await reply(ws, id, 'Looking into it.')).body.id];
    const { letter } = Object(await noteMail.compose(table(), { ...mail, reply_ids, resolution_ids: [] }));
    expect(letter.text).toContain('You have a reply');
    expect(letter.text).not.toContain(open);
  });

  test('a mail about a stakeholder’s note is in the language of their browser', async () => {
    const address = someone();
    const { token } = await newStakeholder(ws, site, { email: address });
    const context = { ...NOTE.context, environment: { viewport: { width: 800, height: 600 }, locale: 'de-AT' } };
    const { body } = await visit(site, 'POST', 'annotations', { ...NOTE, context }, { link: token });
    await patch(ws, body.id, { status: 'blocked' });
    await minuteEnds(ws.id, body.id);
    const [mail] = await mailsTo(address, 1);
    expect(mail?.text).toContain('Wir brauchen eine Antwort von Ihnen');
  });
});

describe('news of an address that has had its mails of the day', () => {
  const busy = async () => {
    const address = someone();
    const day = new Date(now()).toISOString().slice(0, 10);
    const count = scratchKeys.mailCount('note', addressHash(address), day);
    await table().count(count, { count: 10 });
    return {
      ...{ address, tomorrow: Date.parse(day) + DAY, id: (await ws.note(site, { email: address })).id },
      dayEnds: () => table().removeMany([count], { in: 'scratch' }),
    };
  };

  test('a question and a reply come in one mail on the next day', async () => {
    const { address, tomorrow, id, dayEnds } = await busy();
    await patch(ws, id, { status: 'blocked', summary: 'Which browser?' });
    const { body } = await reply(ws, id, 'We see it, too.');
    await resolve(ws, id);
    await table().removeMany([keys.verification(ws.id, id)]);
    await minuteEnds(ws.id, id, 2);
    for (const key of [keys.statusNews(ws.id, id), keys.reply(ws.id, id, body.id)]) {
      expect(await table().get(key)).toMatchObject({ job: 'notify-submitter', due_at: tomorrow });
    }
    expect(await inbox(address)).toEqual([]);
    await dayEnds();
    await minuteEnds(ws.id, id, 2);
    await told(id, 'sent');
    const [mail, ...more] = await mailsTo(address, 1);
    expect(more).toEqual([]);
    for (const words of ['Which browser?', 'We see it, too.', 'The total is right now.']) {
      expect(mail?.text).toContain(words);
    }
  });

  test('a question that has waited a week is mailed no more', async () => {
    const { address, id, dayEnds } = await busy();
    await patch(ws, id, { status: 'blocked', summary: 'Which browser?' });
    const news = keys.statusNews(ws.id, id);
    await table().transact([{ update: news, set: { changed_at: now() - 7 * DAY } }]);
    await minuteEnds(ws.id, id);
    expect(await table().get(news)).not.toHaveProperty('job');
    await dayEnds();
    await minuteEnds(ws.id, id);
    expect(await inbox(address)).toEqual([]);
  });
});

describe('changes without a mail to the submitter', () => {
  test('the submitter gets no mail if a status lasts less than the minute, or only the team is concerned', async () => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    await patch(ws, id, { status: 'won_t_fix' });
    await patch(ws, id, { status: 'pending' });
    await patch(ws, id, { assignee_id: ws.owner.user_id });
    await patch(ws, id, { summary: 'Check the cart' });
    await minuteEnds(ws.id, id);
    expect(await owedIn(ws.id, id)).toEqual([]);
    expect(await inbox(address)).toEqual([]);
  });

  test('the submitter gets no mail about a quarantined note, and sees the reply once the note is released', async () => {
    const address = someone();
    const { id, note_secret } = await ws.note(site, { email: address });
    await patch(ws, id, { quarantined: true });
    await resolve(ws, id, { explanation: 'Look here.' });
    await reply(ws, id, 'Are you there?');
    await patch(ws, id, { status: 'won_t_fix', summary: 'Spam' });
    await minuteEnds(ws.id, id);
    await told(id, 'queued_reply');
    expect(await inbox(address)).toEqual([]);
    expect(await owedIn(ws.id, id)).toEqual([]);
    const seen = async () => (await visit(site, 'GET', 'notes', undefined, { notes: [note_secret] })).body.items[0];
    expect(await seen()).toMatchObject({ status: 'pending', summary: '', replies: [], resolutions: [] });
    const news = async () => (await visit(site, 'GET', 'news', undefined, { notes: [note_secret] })).body.news_at;
    expect(await news()).toBeNull();
    await patch(ws, id, { quarantined: false });
    expect(await news()).toMatch(/^\d{13}$/);
    expect(await seen()).toMatchObject({
      status: 'won_t_fix',
      replies: [{ body: 'Are you there?' }],
      resolutions: [{ explanation: 'Look here.' }],
    });
  });
});

describe('a duplicate', () => {
  test('tells its author when the original is fixed, once', async () => {
    const [first, second] = [someone(), someone()];
    const original = await ws.note(site, { email: first });
    const double = await ws.note(site, { email: second });
    const { status, body } = await patch(ws, double.id, { duplicate_of: original.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'duplicate', duplicate_of: original.id });
    await minuteEnds(ws.id, double.id);
    await mailsTo(second, 1);
    await patch(ws, original.id, { status: 'resolved' });
    await minuteEnds(ws.id, original.id, 3);
    await minuteEnds(ws.id, double.id, 3);
    const mails = await mailsTo(second, 2);
    expect(mails).toHaveLength(2);
    expect(mails.filter(({ text }) => text.includes('The problem you reported is fixed'))).toHaveLength(1);
    expect(await read(ws, double.id)).toMatchObject({ status: 'duplicate' });
    await patch(ws, double.id, { status: 'pending' });
    expect(await read(ws, double.id)).toMatchObject({ status: 'pending', duplicate_of: null });
  });

  test('the submitter of a duplicate that names no original is promised no mail about it', async () => {
    const [alone, named] = [someone(), someone()];
    const [first, second] = await Promise.all([alone, named].map((email) => ws.note(site, { email })));
    await patch(ws, String(first?.id), { status: 'duplicate' });
    await patch(ws, String(second?.id), { duplicate_of: (await ws.note(site)).id });
    for (const note of [first, second]) await minuteEnds(ws.id, String(note?.id));
    expect((await mailsTo(named, 1))[0]?.text).toContain(
      'reported the same problem on Harbour Coffee. We’ll email you when',
    );
    const [mail] = await mailsTo(alone, 1);
    expect(mail?.text).toContain('reported the same problem on Harbour Coffee.');
    expect(mail?.text).not.toContain('We’ll email you');
  });

  test('the submitter of a duplicate is promised no mail about an original that will not be fixed, or is deleted', async () => {
    const address = someone();
    for (const end of ['won_t_fix', 'deleted']) {
      const original = await ws.note(site);
      const { id } = await ws.note(site, { email: address });
      await patch(ws, id, { duplicate_of: original.id });
      if (end === 'deleted') await call('DELETE', `/api/widget/annotations/${original.id}`, { as: ws.owner });
      else await patch(ws, original.id, { status: end });
      await minuteEnds(ws.id, id);
    }
    const mails = await mailsTo(address, 2);
    for (const { text } of mails) {
      expect(text).toContain('This was already reported');
      expect(text).not.toContain('We’ll email you');
    }
  });

  test('a duplicate of a fixed original says at once that it is fixed', async () => {
    const address = someone();
    const original = await ws.note(site);
    await patch(ws, original.id, { status: 'resolved' });
    const double = await ws.note(site, { email: address });
    await patch(ws, double.id, { duplicate_of: original.id });
    await minuteEnds(ws.id, double.id);
    expect((await mailsTo(address, 1))[0]?.text).toContain('The problem you reported is fixed');
  });

  const isFixed = ({ text }: { text: string }) => text.includes('The problem you reported is fixed');

  test('hears nothing of an original that is open again within the minute', async () => {
    const address = someone();
    const original = await ws.note(site);
    const double = await ws.note(site, { email: address });
    await patch(ws, double.id, { duplicate_of: original.id });
    await minuteEnds(ws.id, double.id);
    await patch(ws, original.id, { status: 'resolved' });
    await patch(ws, original.id, { status: 'pending' });
    await minuteEnds(ws.id, original.id);
    expect(await owedIn(ws.id, double.id)).toEqual([]);
    await patch(ws, original.id, { status: 'resolved' });
    await minuteEnds(ws.id, original.id);
    await patch(ws, original.id, { status: 'pending' });
    await minuteEnds(ws.id, double.id);
    expect(await owedIn(ws.id, double.id)).toEqual([]);
    expect((await mailsTo(address, 1)).filter(isFixed)).toEqual([]);
  });

  test('a duplicate whose original is open again before the mail is only a duplicate', async () => {
    const address = someone();
    const original = await ws.note(site);
    await patch(ws, original.id, { status: 'resolved' });
    const double = await ws.note(site, { email: address });
    await patch(ws, double.id, { duplicate_of: original.id });
    await patch(ws, original.id, { status: 'pending' });
    await minuteEnds(ws.id, double.id);
    const [mail] = await mailsTo(address, 1);
    expect(mail?.text).toContain('This was already reported');
    expect(mail && isFixed(mail)).toBe(false);
  });

  test('a duplicate of a fix that the original’s author hasn’t heard of yet gets one mail', async () => {
    const address = someone();
    const original = await ws.note(site, { email: someone() });
    await patch(ws, original.id, { status: 'resolved' });
    const double = await ws.note(site, { email: address });
    await patch(ws, double.id, { duplicate_of: original.id });
    await minuteEnds(ws.id, double.id);
    expect((await mailsTo(address, 1)).filter(isFixed)).toHaveLength(1);
    await minuteEnds(ws.id, original.id);
    expect(await owedIn(ws.id, double.id)).toEqual([]);
  });

  test('a duplicate that moves to a fixed original says that it is fixed', async () => {
    const address = someone();
    const [first, second] = [await ws.note(site), await ws.note(site)];
    await patch(ws, second.id, { status: 'resolved' });
    const double = await ws.note(site, { email: address });
    await patch(ws, double.id, { duplicate_of: first.id });
    await minuteEnds(ws.id, double.id);
    await patch(ws, double.id, { duplicate_of: second.id });
    await minuteEnds(ws.id, double.id);
    expect((await mailsTo(address, 2)).filter(isFixed)).toHaveLength(1);
  });

  test('names another visible note of its site that is no duplicate itself, else it is a 422', async () => {
    const elsewhere = await ws.site();
    const [note, original, double, foreign] = [
      await ws.note(site),
      await ws.note(site),
      await ws.note(site),
      await ws.note(elsewhere),
    ];
    await patch(ws, double.id, { duplicate_of: original.id });
    const other = await newWorkspace();
    const stranger = await other.note(await other.site());
    for (const duplicate_of of [note.id, double.id, foreign.id, stranger.id]) {
      const { status, body } = await patch(ws, note.id, { duplicate_of });
      expect([status, body.detail[0].code]).toEqual([422, 'no_such_original']);
    }
    const { status, body } = await patch(ws, note.id, { duplicate_of: original.id, status: 'resolved' });
    expect([status, body.detail[0].code]).toEqual([422, 'not_a_duplicate']);
    expect(await read(ws, note.id)).toMatchObject({ status: 'pending', duplicate_of: null });
  });
});

test('a mail that was held up says nothing of a status that was undone since', async () => {
  const { id } = await ws.note(site, { email: someone() });
  const mail = { ...keys.annotationMail(ws.id, id, newId()), site_id: site.id, status: 'resolved' };
  const held = { ...mail, reply_ids: [], resolution_ids: [] };
  expect(await noteMail.compose(table(), held)).toEqual({ state: 'gone' });
  await patch(ws, id, { status: 'resolved' });
  expect(await noteMail.compose(table(), held)).toMatchObject({ state: 'ready' });
});

test('a mail that was held up calls a duplicate fixed only while its original is', async () => {
  const original = await ws.note(site);
  const { id } = await ws.note(site, { email: someone() });
  await patch(ws, id, { duplicate_of: original.id });
  const mail = { ...keys.annotationMail(ws.id, id, newId()), site_id: site.id, status: 'duplicate' };
  const held = { ...mail, original_fixed: true, reply_ids: [], resolution_ids: [] };
  const text = async (more: object = {}) => Object(await noteMail.compose(table(), { ...held, ...more })).letter?.text;
  expect(await noteMail.compose(table(), held)).toEqual({ state: 'gone' });
  const reply_ids = [(await reply(ws, id, 'We are on it.')).body.id];
  expect(await text({ reply_ids })).toContain('You have a reply');
  await patch(ws, original.id, { status: 'resolved' });
  expect(await text()).toContain('The problem you reported is fixed');
  await call('DELETE', `/api/widget/annotations/${original.id}`, { as: ws.owner });
  expect(await noteMail.compose(table(), held)).toEqual({ state: 'gone' });
});

test.each([
  ['blocked', true],
  ['won_t_fix', false],
  ['duplicate', false],
])('a mail about proof for a note that is %s calls the note open: %s', async (status, isOpen) => {
  const { id } = await ws.note(site, { email: someone() });
  await patch(ws, id, { status });
  const resolution_ids = [(await resolve(ws, id)).id];
  const mail = { ...keys.annotationMail(ws.id, id, newId()), site_id: site.id, reply_ids: [], resolution_ids };
  const { text } = Object(await noteMail.compose(table(), mail)).letter;
  expect(text).toContain('We worked on your note');
  expect(text.includes('It isn’t closed yet.')).toBe(isOpen);
});

test('an API token’s resolution without an address is a reply that no one reads twice', async () => {
  const { id, note_secret } = await ws.note(site);
  await resolve(ws, id, { explanation: 'Fixed it.' });
  await minuteEnds(ws.id, id);
  await told(id, 'queued_reply');
  const { replies, resolutions } = await read(ws, id);
  expect(resolutions).toMatchObject([{ notification_status: 'queued_reply' }]);
  expect(replies).toMatchObject([{ body: 'Fixed it.', resolution_id: resolutions[0].id }]);
  const { body } = await visit(site, 'GET', 'notes', undefined, { notes: [note_secret] });
  expect(body.items[0]).toMatchObject({ replies: [], resolutions: [{ explanation: 'Fixed it.' }] });
  const { text } = await call('GET', `/api/v1/annotations/${id}/markdown`, { as: ws.owner });
  expect(text.split('Fixed it.')).toHaveLength(2);
});
