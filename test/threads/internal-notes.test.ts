import { beforeAll, describe, expect, test } from '@jest/globals';
import { addressHash } from '../../functions/kit/text/address.ts';
import { signThread } from '../../functions/threads/thread-url.ts';
import { type Caller, call, newWorkspace, type Workspace } from '../driver.ts';
import { exported } from '../exports/read-pdf.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { NOTE, visit } from '../widget-api/visit.ts';
import {
  holdMessages,
  mailsTo,
  minuteEnds,
  owedIn,
  patch,
  read,
  reply,
  resolve,
  someone,
  submit,
} from './conversation.ts';

const SECRET = 'TEAMWORDS';

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site({ name: 'Harbour Coffee' });
});
holdMessages();

const newNote = async () => {
  const address = someone();
  const { body } = await visit(site, 'POST', 'annotations', { ...NOTE, email: address, name: 'Vera' });
  const { id, note_secret } = body as { id: string; note_secret: string };
  const path = `/api/threads/${signThread({ ws: ws.id, annotation: id }, addressHash(address))}`;
  return { id, address, note_secret, path };
};

const add = (id: string, body: object, as: Caller = ws.owner, surface = '/api/v1') =>
  call('POST', `${surface}/annotations/${id}/replies`, { as, body });

describe('an internal note', () => {
  test('is written by a session on both surfaces, by an API token and by MCP, and marked for all of them', async () => {
    const note = await newNote();
    for (const surface of ['/api/v1', '/api/widget']) {
      const { status, body } = await add(note.id, { body: SECRET, internal: true }, ws.owner, surface);
      expect([status, body.internal]).toEqual([200, true]);
    }
    expect((await add(note.id, { body: SECRET, internal: true }, await ws.token('MEMBER'))).body).toMatchObject({
      author: 'agent',
      internal: true,
    });
    const client = await connectClient(site.mcp_token);
    await callTool(client, 'reply', { id: note.id, message: `${SECRET} by MCP`, internal: true });
    await callTool(client, 'reply', { id: note.id, message: 'Which one?' });
    const { replies } = await read(ws, note.id);
    expect(replies.map((one: { internal?: true }) => one.internal)).toEqual([true, true, true, true, undefined]);
    expect(JSON.stringify(await callTool(client, 'read_annotation', { id: note.id }))).toContain('agent, internal');
    const { text } = await call('GET', `/api/v1/annotations/${note.id}/markdown`, { as: ws.owner });
    expect(text).toContain('### internal note by owner');
  });

  test('appears on no surface of its submitter, in no mail and in no document', async () => {
    const note = await newNote();
    await add(note.id, { body: `${SECRET} before`, internal: true, author_name: SECRET });
    await reply(ws, note.id, 'Which one?');
    await add(note.id, { body: `${SECRET} after`, internal: true });
    await resolve(ws, note.id);
    await patch(ws, note.id, { status: 'resolved' });
    await minuteEnds(ws.id, note.id);
    const mails = await mailsTo(note.address, 1);
    const own = await visit(site, 'GET', 'notes', undefined, { notes: [note.note_secret] });
    const page = await call('GET', note.path, { headers: { accept: 'text/html' } });
    const answered = await submit(`${note.path}/replies`, { body: 'The second one.' });
    const { pdf } = await exported(ws.owner, site.id);
    for (const seen of [JSON.stringify(mails), JSON.stringify(own.body), page.text, answered.text, pdf.text]) {
      expect(seen).toContain('Which one?');
      expect(seen).not.toContain(SECRET);
    }
  });

  test('notifies no submitter, counts as no answer and leaves who has to act', async () => {
    const note = await newNote();
    await patch(ws, note.id, { status: 'blocked', summary: 'Which?' });
    await minuteEnds(ws.id, note.id);
    await submit(`${note.path}/replies`, { body: 'The second one.' });
    const before = await read(ws, note.id);
    await add(note.id, { body: SECRET, internal: true });
    expect(await owedIn(ws.id, note.id)).toEqual([]);
    const { last_reply_by, waiting_for, status } = await read(ws, note.id);
    expect({ last_reply_by, waiting_for, status }).toEqual({
      last_reply_by: before.last_reply_by,
      waiting_for: before.waiting_for,
      status: before.status,
    });
  });

  test('moves updated_at, which notifies teammates and waiting agents', async () => {
    const note = await newNote();
    const { updated_at } = await read(ws, note.id);
    await add(note.id, { body: SECRET, internal: true });
    expect(Number((await read(ws, note.id)).updated_at)).toBeGreaterThan(Number(updated_at));
  });

  test('is refused in the name of the visitor', async () => {
    const note = await newNote();
    const { status, body } = await add(note.id, { body: SECRET, internal: true, author: 'stakeholder' });
    expect(status).toBe(422);
    expect(body.detail[0]).toMatchObject({ loc: ['body', 'internal'], code: 'visitor_note_internal' });
  });
});
