import { beforeAll, describe, expect, test } from '@jest/globals';
import { annotationStore } from '../../functions/annotations/store.ts';
import { MINUTE, now } from '../../functions/kit/clock.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { signThread } from '../../functions/threads/thread-url.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, callOf, newTeam, table, type Workspace } from '../driver.ts';
import { holdMessages, inbox, minuteEnds, patch, read, someone, submit } from '../threads/conversation.ts';
import { until } from '../workers/until.ts';

const OUTCOME = { status: 'resolved', summary: 'The button submits again' };

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let agent: Caller;
let member: Caller;

beforeAll(async () => {
  ws = await newTeam();
  site = await ws.site();
  [agent, member] = [await ws.token(), await ws.member()];
});
holdMessages();

const patchAs = (as: Caller, id: string, body: object) => call('PATCH', `/api/v1/annotations/${id}`, { as, body });
const approve = (id: string) =>
  call('POST', `/api/widget/annotations/${id}/approval`, { as: ws.owner, body: { decision: 'approve' } });

/** Also if the browser is looking at the fix, which the mail waits for. */
const mailed = (id: string, address: string, count: number) =>
  until(async () => {
    await minuteEnds(ws.id, id);
    return (await inbox(address)).length === count;
  }, `${count} mails`);

/** Approved, resolved by another member, known to its submitter, and confirmed. */
const confirmed = async () => {
  const address = someone();
  const { id } = await ws.note(site, { email: address });
  await approve(id);
  await patchAs(member, id, OUTCOME);
  await mailed(id, address, 1);
  const path = `/api/threads/${signThread({ ws: ws.id, annotation: id }, addressHash(address))}`;
  await submit(`${path}/confirmation`, { fixed: 'yes', once: 'once-once-once-once' });
  expect(await read(ws, id)).toMatchObject({ confirmation: { fixed: true }, approval_state: 'approved' });
  return { id, address, path };
};

describe('a reopening that the same member takes back within a minute', () => {
  test('sends no mail, and gives back the confirmation, the approval and the check of the fix', async () => {
    const { id, address } = await confirmed();
    await table().transact([{ update: keys.annotation(ws.id, id), set: { flag: 'looks_unchanged' } }]);
    const check = { annotation_id: id, site_id: site.id, state: 'changed', requested_at: 1, checked_at: 2 };
    await table().put({ ...keys.verification(ws.id, id), ...check });
    const { confirmation } = await read(ws, id);
    const { news_at } = Object(await table().get(keys.annotation(ws.id, id)));
    await patch(ws, id, { status: 'pending' });
    expect(await read(ws, id)).toMatchObject({ confirmation: null, unattended_edits: { allowed: false } });
    const { body } = await patch(ws, id, OUTCOME);
    await minuteEnds(ws.id, id);
    const unattended_edits = { allowed: true, allowed_by: ws.owner.user_id };
    expect(body).toMatchObject({ ...OUTCOME, confirmation, unattended_edits, flag: 'looks_unchanged' });
    expect(await read(ws, id)).toEqual(body);
    expect(await inbox(address)).toHaveLength(1);
    expect(await table().get(keys.verification(ws.id, id))).toMatchObject(check);
    const row = Object(await table().get(keys.annotation(ws.id, id)));
    expect([row.news_at, row.undone_at]).toEqual([news_at, undefined]);
  });

  test('sends no mail to the authors of its duplicates, nor to those of a duplicate', async () => {
    const { id } = await confirmed();
    const author = someone();
    const duplicate = await ws.note(site, { email: author });
    await patchAs(member, duplicate.id, { duplicate_of: id });
    await mailed(duplicate.id, author, 1);
    await patch(ws, id, { status: 'pending' });
    await patch(ws, id, OUTCOME);
    await patch(ws, duplicate.id, { status: 'pending' });
    await patch(ws, duplicate.id, { status: 'duplicate', duplicate_of: id });
    for (const note of [id, duplicate.id]) await minuteEnds(ws.id, note);
    await minuteEnds(ws.id, duplicate.id);
    expect(await inbox(author)).toHaveLength(1);
  });

  test('sends the mail that came due in between', async () => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    await patch(ws, id, OUTCOME);
    await patch(ws, id, { status: 'pending' });
    await minuteEnds(ws.id, id);
    expect(await inbox(address)).toEqual([]);
    await patch(ws, id, OUTCOME);
    await mailed(id, address, 1);
  });

  test('keeps the decision that was made in between', async () => {
    const { id } = await confirmed();
    await patch(ws, id, { status: 'pending' });
    await call('POST', `/api/v1/annotations/${id}/approval`, { as: agent, body: { intent: 'Disable the button' } });
    await patch(ws, id, OUTCOME);
    expect(await read(ws, id)).toMatchObject({ approval_state: 'requested', unattended_edits: { allowed: false } });
  });

  test('gives nothing back if the note was closed and reopened in between', async () => {
    const { id } = await confirmed();
    await patch(ws, id, { status: 'pending' });
    const store = annotationStore(table(), await callOf(ws.owner, ws.id));
    const before = await store.thread(id);
    await patchAs(agent, id, OUTCOME);
    await patchAs(agent, id, { status: 'pending' });
    await store.patch(before, { ...OUTCOME, status: 'resolved', updated_at: now() });
    expect(await read(ws, id)).toMatchObject({ status: 'resolved', confirmation: null, approval_state: null });
  });

  test('can be repeated, and a later reopening ends the approval', async () => {
    const { id } = await confirmed();
    for (const change of [{ status: 'pending' }, OUTCOME, { status: 'pending' }, OUTCOME]) await patch(ws, id, change);
    expect(await read(ws, id)).toMatchObject({ approval_state: 'approved' });
    await patch(ws, id, { status: 'pending' });
    expect(await read(ws, id)).toMatchObject({ approval_state: null });
  });
});

describe('a note that is resolved again', () => {
  test.each([
    ['by another member', () => member, OUTCOME, 0],
    ['more than a minute later', () => ws.owner, OUTCOME, MINUTE + 1],
    ['with another outcome', () => ws.owner, { ...OUTCOME, summary: 'Only on Firefox' }, 0],
  ])('is news to its submitter, and ends what was confirmed and approved: %s', async (_, as, change, wait) => {
    const { id, address } = await confirmed();
    await patch(ws, id, { status: 'pending' });
    advance(wait);
    await patchAs(as(), id, change);
    await mailed(id, address, 2);
    expect(await read(ws, id)).toMatchObject({ ...change, confirmation: null, approval_state: null });
  });

  test('by the agent that reopened it, has no approval', async () => {
    const { id } = await confirmed();
    await patchAs(agent, id, { status: 'pending' });
    await patchAs(agent, id, OUTCOME);
    expect(await read(ws, id)).toMatchObject({ approval_state: null });
  });
});

describe('other changes of status', () => {
  test('a question is not sent again when its resolution is taken back', async () => {
    const address = someone();
    const { id } = await ws.note(site, { email: address });
    const question = { status: 'blocked', summary: 'Which browser?' };
    await patchAs(member, id, question);
    await mailed(id, address, 1);
    await patch(ws, id, OUTCOME);
    await patch(ws, id, question);
    await minuteEnds(ws.id, id);
    expect(await inbox(address)).toHaveLength(1);
  });

  test('an approval ends when a closed note is blocked', async () => {
    const { id } = await confirmed();
    await patch(ws, id, { status: 'blocked' });
    expect(await read(ws, id)).toMatchObject({ approval_state: null });
  });
});
