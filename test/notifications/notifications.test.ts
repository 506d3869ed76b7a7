import { describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { suppress } from '../../functions/mail/suppressions.ts';
import { handler as notify } from '../../functions/workers/notify-submitter.ts';
import { call, newWorkspace, table } from '../driver.ts';
import { mailed, mailsTo } from '../invitations/mails.ts';
import { create } from '../reviews/reviewed.ts';
import { visit } from '../widget-api/visit.ts';
import { batchOf } from '../workers/messages.ts';
import {
  arrived,
  list,
  listed,
  member,
  patch,
  pathOf,
  read,
  set,
  settled,
  site,
  unread,
  useWorkspace,
  ws,
} from './notified.ts';

useWorkspace();

const reply = (id: string, as: { credential: string }, body: object) =>
  call('POST', `/api/v1/annotations/${id}/replies`, { as, body });

describe('a new note', () => {
  test('is in the list of each member who sees its site, unread, and mailed to those who want it at once', async () => {
    const [anna, guest, other] = await Promise.all([
      member(),
      ws.guest([site.id]).then(arrived),
      ws.guest([(await ws.site()).id]).then(arrived),
    ]);
    await set(anna, { ways: { new_note: 'mail' } });
    const note = await ws.note(site, { body: 'The lamp is too bright' });
    const [item] = await listed(anna, 1);
    expect(item).toMatchObject({
      event: 'new_note',
      site_id: site.id,
      annotation_id: note.id,
      review_id: null,
      by: null,
      text: 'The lamp is too bright',
      unread: true,
    });
    expect(await unread(anna)).toBe(1);
    await listed(guest, 1);
    const [mail] = await mailed(anna.email);
    expect(mail?.subject).toBe('New note on Shop');
    expect(mail?.text).toContain('A visitor left a note on Shop.');
    expect(mail?.text).toContain('> The lamp is too bright');
    expect(mail?.text).toContain(`/dashboard/inbox/${note.id}?workspace=${ws.id}`);
    await settled();
    expect(await list(other)).toEqual([]);
    expect(await mailsTo(guest.email)).toEqual([]);
  });

  test('a new note in quarantine notifies no one until it is released', async () => {
    const spam = await ws.note(site, { body: 'http://best-casino.bet/?ref=77' });
    const real = await ws.note(site);
    const notes = async (count: number) =>
      (await listed(ws.owner, count)).map((one: { annotation_id: string }) => one.annotation_id);
    expect(await notes(1)).toEqual([real.id]);
    await patch(spam.id, ws.owner, { quarantined: false });
    expect(await notes(2)).toEqual([spam.id, real.id]);
    for (const quarantined of [true, false]) await patch(spam.id, ws.owner, { quarantined });
    for (const quarantined of [true, false]) await patch(real.id, ws.owner, { quarantined });
    const last = await ws.note(site);
    expect(await notes(3)).toEqual([last.id, spam.id, real.id]);
  });

  test('tells each member once if the message comes 20 times', async () => {
    const anna = await member();
    await set(anna, { ways: { new_note: 'mail' } });
    const note = await ws.note(site);
    await mailed(anna.email);
    await settled();
    const event = keys.memberEvent(ws.id, newId());
    const [{ id }] = await list(anna);
    const again = { ...keys.memberEvent(ws.id, id), event: 'new_note', annotation_id: note.id, created_at: 1 };
    for (let times = 0; times < 4; times += 1) {
      await table().put({ ...again, job: 'notify-members' });
      const jobs = Array(5).fill({ job: 'notify-members', ...keys.memberEvent(ws.id, id) });
      expect((await notify(batchOf([...jobs, { job: 'notify-members', ...event }]))).batchItemFailures).toEqual([]);
    }
    expect(await list(anna)).toHaveLength(1);
    expect(await mailsTo(anna.email)).toHaveLength(1);
  });
});

test('a message that comes again after its event was read marks nothing else as read', async () => {
  const anna = await member();
  const note = await ws.note(site);
  const [{ id }] = await listed(anna, 1);
  await settled();
  const unread_ids = new Set(Array.from({ length: 100 }, newId));
  await table().transact([{ update: keys.reader(ws.id, anna.user_id), set: { unread: unread_ids } }]);
  const again = keys.memberEvent(ws.id, id);
  await table().put({
    ...again,
    event: 'new_note',
    annotation_id: note.id,
    created_at: 1,
    job: 'notify-members',
  });
  await notify(batchOf([{ job: 'notify-members', ...again }]));
  expect(await unread(anna)).toBe(100);
});

describe('an assignment', () => {
  test('is mailed to the new assignee alone, and names who assigned it', async () => {
    const [anna, ben] = await Promise.all([member(), member()]);
    const note = await ws.note(site);
    await patch(note.id, anna, { assignee_id: ben.user_id });
    const [mail] = await mailed(ben.email);
    expect(mail?.subject).toBe('A note on Shop was assigned to you');
    expect(mail?.text).toContain(`${anna.name} assigned a note on Shop to you.`);
    await settled();
    const events = (items: { event: string }[]) => items.map(({ event }) => event);
    expect(events(await list(ben))).toContain('assigned');
    expect(events(await list(anna))).not.toContain('assigned');
  });

  test('an assignment to oneself notifies no one', async () => {
    const anna = await member();
    const note = await ws.note(site);
    await patch(note.id, anna, { assignee_id: anna.user_id });
    await settled();
    expect(await mailsTo(anna.email)).toEqual([]);
  });
});

describe('a mention', () => {
  test('a mention in an internal note is mailed even if replies are off', async () => {
    const [anna, ben] = await Promise.all([member(), member()]);
    await set(ben, { ways: { reply: 'off', new_note: 'off' } });
    const note = await ws.note(site);
    const body = { body: 'Could you look, @Ben?', internal: true, mentions: [ben.user_id, anna.user_id] };
    expect((await reply(note.id, anna, body)).status).toBe(200);
    const [mail] = await mailed(ben.email);
    expect(mail?.subject).toBe('You were mentioned in a note on Shop');
    expect(mail?.text).toContain('> Could you look, @Ben?');
    await settled();
    expect((await list(ben)).map(({ event }: { event: string }) => event)).toEqual(['mention']);
    expect(await mailsTo(anna.email)).toEqual([]);
  });

  test('a mention of someone who can’t see the note is refused by name', async () => {
    const [stranger, guest] = await Promise.all([newWorkspace(), ws.guest([])]);
    const note = await ws.note(site);
    for (const user_id of [stranger.owner.user_id, guest.user_id, newId()]) {
      const answer = await reply(note.id, ws.owner, { body: 'Hi', mentions: [ws.owner.user_id, user_id] });
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0]).toMatchObject({ loc: ['body', 'mentions', 1], code: 'mention_unknown' });
    }
    const many = Array.from({ length: 11 }, () => newId());
    expect((await reply(note.id, ws.owner, { body: 'Hi', mentions: many })).status).toBe(422);
  });
});

test('a visitor’s reply, an agent’s resolution and a finished review reach those who are concerned', async () => {
  const [anna, ben] = await Promise.all([member(), member()]);
  await set(anna, { ways: { reply: 'mail', resolved: 'mail', new_note: 'off', review_done: 'mail' } });
  const note = await ws.note(site);
  await visit(site, 'POST', `notes/${note.id}/replies`, { body: 'It is still broken' }, { notes: [note.note_secret] });
  expect((await mailed(anna.email))[0]?.text).toContain('> It is still broken');
  await patch(note.id, await ws.token(), { status: 'resolved', summary: 'Dimmed the lamp' });
  const resolved = (await mailed(anna.email, 2))[1];
  expect(resolved?.subject).toBe('An agent resolved a note on Shop');
  expect(resolved?.text).toContain('> Dimmed the lamp');
  await visit(site, 'POST', `notes/${note.id}/confirmation`, { fixed: false }, { notes: [note.note_secret] });
  const reopened = (await mailed(anna.email, 3))[2];
  expect(reopened?.subject).toBe('A note on Shop is open again');
  expect(reopened?.text).toContain('A visitor says that a note on Shop isn’t fixed yet. The note is open again.');
  const { id: persona } = (await call('GET', '/api/personas/mine', { as: anna })).body.items[0];
  const { body: review } = await create(anna, { persona_ids: [persona] });
  const done = (await mailed(anna.email, 4))[3];
  expect(done?.subject).toBe('Your review has ended');
  expect(done?.text).toContain(`/dashboard/reviews/${review.id}?workspace=${ws.id}`);
  await settled();
  const events = (await list(ben)).map(({ event }: { event: string }) => event);
  expect(events).toEqual(['reopened', 'resolved', 'reply', 'new_note']);
});

test('a note that is open again is news until it is closed', async () => {
  const anna = await member();
  await set(anna, { ways: { new_note: 'off' } });
  const note = await ws.note(site);
  const reopen = async () => {
    const event = keys.memberEvent(ws.id, newId());
    await table().put({ ...event, event: 'reply', annotation_id: note.id, created_at: 1, job: 'notify-members' });
    await notify(batchOf([{ job: 'notify-members', ...event }]));
    return (await list(anna)).map((one: { event: string }) => one.event);
  };
  for (const status of ['resolved', 'won_t_fix']) {
    await patch(note.id, ws.owner, { status, summary: 'Done' });
    expect(await reopen()).toEqual([]);
  }
  await patch(note.id, ws.owner, { status: 'pending' });
  expect(await reopen()).toEqual(['reopened']);
});

describe('the list', () => {
  test('marks some or all as read, and counts the rest', async () => {
    const anna = await member();
    for (let times = 0; times < 3; times += 1) await ws.note(site);
    const items = await listed(anna, 3);
    expect((await read(anna, { ids: [items[0].id] })).body).toEqual({ unread: 2 });
    expect((await read(anna, { ids: [items[0].id] })).body).toEqual({ unread: 2 });
    expect((await list(anna)).map((one: { unread: boolean }) => one.unread)).toEqual([false, true, true]);
    expect((await read(anna, { all: true })).body).toEqual({ unread: 0 });
    expect(await unread(anna)).toBe(0);
    const refusals = await Promise.all([{}, { ids: [newId()], all: true }].map((body) => read(anna, body)));
    expect(refusals.map(({ status, body }) => [status, body.detail[0].code])).toEqual([
      [422, 'one_of_required'],
      [422, 'only_one_of'],
    ]);
    const page = (await call('GET', `${pathOf('notifications')}?limit=2`, { as: anna })).body;
    const rest = await call('GET', `${pathOf('notifications')}?limit=2&cursor=${page.next_cursor}`, { as: anna });
    expect([...page.items, ...rest.body.items].map(({ id }) => id)).toEqual(items.map(({ id }: { id: string }) => id));
  });

  test('marks those about a note or a review as read', async () => {
    const anna = await member();
    await set(anna, { ways: { review_done: 'app' } });
    const [note] = [await ws.note(site), await ws.note(site)];
    await reply(note.id, ws.owner, { body: 'Hi', internal: true, mentions: [anna.user_id] });
    const { id: persona } = (await call('GET', '/api/personas/mine', { as: anna })).body.items[0];
    const { body: review } = await create(anna, { persona_ids: [persona] });
    await listed(anna, 4);
    expect((await read(anna, { about: newId() })).body).toEqual({ unread: 4 });
    expect((await read(anna, { about: note.id })).body).toEqual({ unread: 2 });
    expect((await read(anna, { about: review.id })).body).toEqual({ unread: 1 });
    const left = (await list(anna)).filter((one: { unread: boolean }) => one.unread);
    expect(left).toEqual([expect.objectContaining({ event: 'new_note' })]);
    expect(left[0].annotation_id).not.toBe(note.id);
    expect(await unread(ws.owner)).toBeGreaterThan(0);
  });

  test('shows no text of a note that is deleted', async () => {
    const anna = await member();
    const note = await ws.note(site, { body: 'Secret of the day' });
    await listed(anna, 1);
    await call('DELETE', `/api/widget/annotations/${note.id}`, { as: ws.owner });
    expect((await list(anna))[0]).toMatchObject({ annotation_id: note.id, text: null });
  });
});

describe('settings', () => {
  test('settings of a site override those of all sites, and null removes them', async () => {
    const anna = await member();
    const first = await set(anna, { ways: { new_note: 'off' } });
    expect(first.body).toMatchObject({ mail: true, language: null, sites: [] });
    expect(first.body.ways).toMatchObject({ new_note: 'off', mention: 'mail' });
    const own = await set(anna, { site_id: site.id, ways: { new_note: 'app' }, language: 'de' });
    expect(own.body).toMatchObject({ language: 'de', sites: [{ site_id: site.id, ways: { new_note: 'app' } }] });
    await ws.note(await ws.site());
    await ws.note(site);
    await listed(anna, 1);
    await settled();
    expect((await list(anna)).map((one: { site_id: string }) => one.site_id)).toEqual([site.id]);
    expect((await set(anna, { site_id: site.id, ways: { new_note: null } })).body.sites).toEqual([]);
    expect((await set(anna, { ways: { new_note: null } })).body.ways.new_note).toBe('daily');
    expect((await call('GET', pathOf('notification-settings'), { as: anna })).body.language).toBe('de');
  });

  test('settings of a foreign or ungranted site are refused', async () => {
    const guest = await arrived(await ws.guest([]));
    for (const site_id of [newId(), site.id]) {
      const { status, body } = await set(guest, { site_id, ways: { reply: 'off' } });
      expect([status, body.detail[0].code]).toEqual([422, 'site_unknown']);
    }
  });

  test('are at most 20 sites’', async () => {
    const anna = await member();
    const sites = await Promise.all(Array.from({ length: 20 }, () => ws.site()));
    const full = Object.fromEntries(sites.map(({ id }) => [id, { reply: 'off' }]));
    await table().put({ ...keys.reader(ws.id, anna.user_id), person: anna.user_id, settings: full });
    const { status, body } = await set(anna, { site_id: site.id, ways: { reply: 'off' } });
    expect([status, body.detail[0].code]).toEqual([422, 'notification_sites_limit']);
    const closed = await ws.site();
    const { [Object.keys(full)[0]!]: _one, ...others } = full;
    const settings = { ...others, [closed.id]: { reply: 'off' } };
    await table().put({ ...keys.reader(ws.id, anna.user_id), person: anna.user_id, settings });
    await call('DELETE', `/api/widget/sites/${closed.id}`, { as: ws.owner });
    const { body: changed } = await set(anna, { site_id: site.id, ways: { reply: 'off' } });
    expect(changed.sites.map((one: { site_id: string }) => one.site_id)).toContain(site.id);
  });

  test('settings of sites that are gone can be cleared, and leave room for others', async () => {
    const anna = await member();
    const gone = Array.from({ length: 20 }, () => newId());
    const settings = Object.fromEntries(gone.map((id) => [id, { reply: 'off' }]));
    await table().put({ ...keys.reader(ws.id, anna.user_id), person: anna.user_id, settings });
    const cleared = await set(anna, { site_id: gone[0], ways: { reply: null } });
    expect([cleared.status, cleared.body.sites.length]).toEqual([200, 19]);
    await set(anna, { site_id: gone[0], ways: { reply: null } });
    expect((await set(anna, { site_id: gone[1], ways: { reply: 'app' } })).status).toBe(422);
    await table().put({ ...keys.reader(ws.id, anna.user_id), person: anna.user_id, settings });
    const own = await set(anna, { site_id: site.id, ways: { reply: 'off' } });
    expect(own.body.sites).toEqual([{ site_id: site.id, ways: { reply: 'off' } }]);
  });

  test('are in the audit log', async () => {
    const anna = await member();
    await set(anna, { site_id: site.id, ways: { reply: 'off' } });
    const { body } = await call('GET', `/api/workspaces/${ws.id}/audit`, { as: ws.owner });
    expect(body.items).toContainEqual(
      expect.objectContaining({
        action: 'notifications.patch',
        actor_id: anna.user_id,
        target: { site_id: site.id, ways: { reply: 'off' } },
      }),
    );
  });
});

test('one click on unsubscribe ends the mails of the workspace, and the list goes on', async () => {
  const anna = await member();
  await set(anna, { ways: { new_note: 'mail' }, language: 'de' });
  await ws.note(site);
  const [mail] = await mailed(anna.email);
  expect(mail?.subject).toBe('Neue Notiz auf Shop');
  const link = /https?:\S+\/api\/mail\/unsubscribe\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  const { pathname } = new URL(link);
  const page = await call('GET', pathname);
  expect(page.text).toContain('notifications of this workspace');
  expect((await set(anna, {})).body.mail).toBe(true);
  expect((await call('POST', pathname, { body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
  expect((await set(anna, {})).body.mail).toBe(false);
  await ws.note(site);
  await listed(anna, 2);
  await settled();
  expect(await mailsTo(anna.email)).toHaveLength(1);
  expect((await set(anna, { mail: true })).body.mail).toBe(true);
  const forged = pathname.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await call('POST', forged)).status).toBe(404);
});

test('settings show that the address unsubscribed from all mail, and turning mail on ends that, but no bounce', async () => {
  const { owner } = ws;
  const [agent, anna, note] = [await ws.token(), await member(), await ws.note(site)];
  const asked = await call('POST', `/api/v1/annotations/${note.id}/approval`, {
    as: agent,
    body: { intent: 'Fix it' },
  });
  expect(asked.status).toBe(200);
  const [mail] = await mailed(owner.email);
  const link = /https?:\S+\/api\/mail\/unsubscribe\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  const { pathname } = new URL(link);
  expect((await call('GET', pathname)).text).toContain('everything your workspaces send you');
  await call('POST', pathname);
  expect((await set(owner, {})).body).toMatchObject({ mail: false, mail_blocked: 'unsubscribed' });
  const read = await call('GET', pathOf('notification-settings'), { as: owner });
  expect(read.body).toMatchObject({ mail: false, mail_blocked: 'unsubscribed' });
  expect((await set(owner, { mail: true })).body).toMatchObject({ mail: true, mail_blocked: null });
  await reply(note.id, anna, { body: 'Could you look?', internal: true, mentions: [owner.user_id] });
  expect((await mailed(owner.email, 2)).map(({ subject }) => subject)).toContain(
    'You were mentioned in a note on Shop',
  );
  await suppress(table(), addressHash(owner.email), 'bounced');
  expect((await set(owner, { mail: true })).body).toMatchObject({ mail: false, mail_blocked: 'bounced' });
});
