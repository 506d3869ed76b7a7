import { expect, test } from '@jest/globals';
import { DAY } from '../../functions/kit/clock.ts';
import { firstIdAt, newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { digestMail } from '../../functions/notifications/letters/notification-mails.ts';
import { readDigest } from '../../functions/notifications/rows.ts';
import { handler as notify } from '../../functions/workers/notify-submitter.ts';
import { call, type Person, table } from '../driver.ts';
import { batchOf } from '../workers/messages.ts';
import { list, listed, member, patch, read, set, settled, site, useWorkspace, ws } from './notified.ts';

useWorkspace();

test('a failed verification is news only while its note is resolved and flagged', async () => {
  const anna = await member();
  await set(anna, { ways: { new_note: 'off' } });
  const note = await ws.note(site);
  const fail = async () => {
    const event = keys.memberEvent(ws.id, newId());
    const row = { event: 'verification_failed', annotation_id: note.id, created_at: 1, job: 'notify-members' };
    await table().put({ ...event, ...row });
    await notify(batchOf([{ job: 'notify-members', ...event }]));
    return (await list(anna)).map((one: { event: string }) => one.event);
  };
  expect(await fail()).toEqual([]);
  await patch(note.id, ws.owner, { status: 'resolved' });
  await table().transact([{ update: keys.annotation(ws.id, note.id), set: { flag: 'looks_unchanged' } }]);
  expect(await fail()).toEqual(['verification_failed']);
  const { pk: partition, sk } = keys.notificationDigest(ws.id, anna.user_id, '');
  const digests = await table().queryAll({ partition, sort: ['begins_with', sk], consistent: true });
  const composed = () => Promise.all(digests.map((row) => digestMail.compose(table(), row)));
  expect(await composed()).toMatchObject([{ letter: { text: expect.stringContaining('looks the same as before') } }]);
  await patch(note.id, ws.owner, { status: 'pending' });
  expect(await composed()).toEqual([{ state: 'gone' }]);
});

const digestOf = ({ user_id }: Person, annotation_id: string) => {
  const { pk: partition, sk } = keys.notificationDigest(ws.id, user_id, '');
  const digests = () => table().queryAll({ partition, sort: ['begins_with', sk], consistent: true });
  return {
    tell: async (event: string, times: number) => {
      for (let time = 0; time < times; time += 1) {
        const key = keys.memberEvent(ws.id, newId());
        await table().put({ ...key, event, annotation_id, created_at: 1, job: 'notify-members' });
        await notify(batchOf([{ job: 'notify-members', ...key }]));
      }
    },
    digests,
    composed: async () => Promise.all((await digests()).map((row) => digestMail.compose(table(), row))),
  };
};

/** Of a member with one notification, of a note that was resolved meanwhile. */
const digestOfOne = async () => {
  const anna = await member();
  await set(anna, { ways: { new_note: 'daily', resolved: 'app' } });
  const note = await ws.note(site);
  await patch(note.id, ws.owner, { status: 'resolved' });
  await listed(anna, 1);
  await settled();
  return { anna, ...digestOf(anna, note.id) };
};

test('a digest names the notes of a busy day, even if the list counts them as read, until all are marked as read', async () => {
  const { anna, tell, composed } = await digestOfOne();
  await tell('new_note', 4);
  await tell('resolved', 100);
  const subject = expect.stringMatching(/^5 /);
  expect(await composed()).toMatchObject([{ state: 'ready', letter: { subject } }]);
  // The list has been full for days.
  const days_ago = firstIdAt(Date.now() - 3 * DAY);
  await table().transact([{ update: keys.reader(ws.id, anna.user_id), set: { dropped_from: days_ago } }]);
  await tell('resolved', 1);
  expect(await composed()).toMatchObject([{ state: 'ready', letter: { subject } }]);
  const [{ id }] = await list(anna);
  await read(anna, { ids: [id] });
  expect(await composed()).toMatchObject([{ state: 'ready', letter: { subject } }]);
  await read(anna, { all: true });
  expect(await composed()).toEqual([{ state: 'gone' }]);
});

test('a digest names nothing that the member read before the list was full', async () => {
  const { anna, tell, composed } = await digestOfOne();
  await tell('new_note', 2);
  const ids = (await list(anna)).map(({ id }: { id: string }) => id);
  await read(anna, { ids });
  await tell('resolved', 102);
  expect(await composed()).toEqual([{ state: 'gone' }]);
  await tell('new_note', 1);
  expect(await composed()).toMatchObject([{ state: 'ready', letter: { subject: expect.stringMatching(/^1 /) } }]);
});

test('a digest names nothing that the member read among others that the full list counts as read', async () => {
  const { anna, tell, composed } = await digestOfOne();
  await tell('new_note', 4);
  const [, second, third] = (await list(anna)).map(({ id }: { id: string }) => id);
  await read(anna, { ids: [second, newId()] });
  await tell('resolved', 100);
  expect(await composed()).toMatchObject([{ letter: { subject: expect.stringMatching(/^4 /) } }]);
  await read(anna, { ids: [third, newId()] });
  expect(await composed()).toMatchObject([{ letter: { subject: expect.stringMatching(/^3 /) } }]);
});

test('a full digest names later events if its first hundred have been read, and counts only unread ones', async () => {
  const anna = await member();
  await set(anna, { ways: { new_note: 'daily', resolved: 'app' } });
  const note = await ws.note(site);
  await listed(anna, 1);
  await settled();
  const { tell, composed, digests } = digestOf(anna, note.id);
  await tell('new_note', 102);
  await patch(note.id, ws.owner, { status: 'resolved' });
  await settled();
  expect(await composed()).toMatchObject([{ state: 'ready', letter: { subject: expect.stringMatching(/^103 /) } }]);
  const [digest] = await digests();
  const named = [...readDigest(digest)].toSorted();
  expect(named).toHaveLength(100);
  await table().transact([{ update: keys.reader(ws.id, anna.user_id), remove: ['dropped_from', 'dropped_to'] }]);
  expect((await read(anna, { ids: named })).status).toBe(200);
  expect(await composed()).toMatchObject([{ state: 'ready', letter: { subject: expect.stringMatching(/^3 /) } }]);
  const later = (await list(anna)).filter(({ event }: { event: string }) => event === 'new_note');
  await read(anna, { ids: later.slice(0, 2).map(({ id }: { id: string }) => id) });
  expect(await composed()).toMatchObject([{ state: 'ready', letter: { subject: expect.stringMatching(/^1 /) } }]);
  await read(anna, { all: true });
  expect(await composed()).toEqual([{ state: 'gone' }]);
});

test('a digest whose first hundred notes are deleted names the others', async () => {
  const anna = await member();
  await set(anna, { ways: { new_note: 'daily' } });
  const [gone, kept] = [await ws.note(site), await ws.note(site)];
  await listed(anna, 2);
  await settled();
  await digestOf(anna, gone.id).tell('new_note', 99);
  const { tell, composed } = digestOf(anna, kept.id);
  await tell('new_note', 2);
  await call('DELETE', `/api/widget/annotations/${gone.id}`, { as: ws.owner });
  expect(await composed()).toMatchObject([{ state: 'ready', letter: { subject: expect.stringMatching(/^3 /) } }]);
});

test.each(['off', 'app'])('a digest names nothing of an event that is set to “%s” by then', async (way) => {
  const anna = await member();
  await set(anna, { ways: { new_note: 'daily', resolved: 'daily' } });
  const note = await ws.note(site);
  await listed(anna, 1);
  await settled();
  const { tell, composed } = digestOf(anna, note.id);
  await patch(note.id, ws.owner, { status: 'resolved' });
  await tell('resolved', 1);
  expect(await composed()).toMatchObject([{ letter: { subject: expect.stringMatching(/^2 /) } }]);
  await set(anna, { ways: { resolved: way } });
  expect(await composed()).toMatchObject([{ letter: { text: expect.not.stringContaining('resolved a note') } }]);
  await set(anna, { site_id: site.id, ways: { new_note: way } });
  expect(await composed()).toEqual([{ state: 'gone' }]);
});
