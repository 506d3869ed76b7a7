import { beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_REPLIES, MAX_RESOLUTIONS, MAX_THREAD_BYTES } from '../../functions/annotations/thread.ts';
import { MAX_ANSWER_BYTES } from '../../functions/kit/http/fit.ts';
import { type Caller, call, newWorkspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const SIGNS = { quotes: '"', NUL: '\u0000', 'four-byte characters': '💥' };

describe.each(Object.entries(SIGNS))('a thread full of %s', (_, sign) => {
  const text = (length: number) => `x${sign.repeat((length - 1) / sign.length)}`;
  const ofVisitor = (replies: { author: string }[]) => replies.filter(({ author }) => author === 'stakeholder');

  const fill = async (send: (body: string) => Promise<{ status: number }>): Promise<number> => {
    for (let sent = 0, length = 10_000; ; ) {
      const { status } = await send(text(length));
      if (status === 200) sent += 1;
      else if (status !== 409) throw new Error(`A thread was refused with ${status}.`);
      else if (length <= 10) return sent;
      else length /= 10;
    }
  };

  test('leaves room for the team, and is read, changed and exported completely', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const agent: Caller = await ws.token();
    const note = await ws.note(site, { body: text(10_000), name: text(120) });
    const origin = 'https://shop.example.com';
    const own = { origin, 'x-sidenote-notes': note.note_secret };
    const path = `/api/v1/annotations/${note.id}`;

    const visitor = await fill((body) =>
      call('POST', `/api/widget/notes/${note.id}/replies`, { as: site.widget, headers: own, body: { body } }),
    );
    const reply = await call('POST', `${path}/replies`, { as: agent, body: { body: text(10_000) } });
    expect(reply.status).toBe(200);
    const evidence = await fill((body) =>
      call('POST', `${path}/resolutions`, { as: agent, body: { explanation: body.slice(0, 4096).toWellFormed() } }),
    );
    expect(visitor).toBeLessThan(MAX_REPLIES);
    expect(evidence).toBeLessThanOrEqual(MAX_RESOLUTIONS);

    const patched = await call('PATCH', path, { as: agent, body: { status: 'blocked', summary: text(2000) } });
    const whole = await call('GET', path, { as: agent });
    const resolutions = await call('GET', `${path}/resolutions`, { as: agent });
    const markdown = await call('GET', `${path}/markdown`, { as: agent });
    const mine = await call('GET', '/api/widget/notes', { as: site.widget, headers: own });
    for (const { status, bytes } of [patched, whole, resolutions, markdown, mine]) {
      expect(status).toBe(200);
      expect(bytes.length).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    }
    // The workers add replies that tell the visitor of the evidence.
    expect(ofVisitor(whole.body.replies)).toHaveLength(visitor);
    expect(whole.body.resolutions).toHaveLength(evidence);
    expect(resolutions.body).toHaveLength(evidence);
    expect(mine.body).toMatchObject({ items: [{ id: note.id }], next_cursor: null });
    expect(ofVisitor(mine.body.items[0].replies)).toHaveLength(visitor);
    const said = Buffer.byteLength(JSON.stringify([whole.body.replies, whole.body.resolutions]));
    expect(said).toBeGreaterThan(MAX_THREAD_BYTES * 0.8);
  });
});
