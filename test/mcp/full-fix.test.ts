import { describe, expect, test } from '@jest/globals';
import { call, newWorkspace } from '../driver.ts';
import { png } from '../resolutions/images.ts';
import { put } from '../resolutions/upload.ts';
import { uploadPicture } from '../widget-api/visit.ts';
import { connectClient } from './connect.ts';
import { CAPTURED } from './ten-notes.ts';

const SHA = '3f786850e387550fdab836ed7e6dc881de23001b';
const EXPLANATION = 'The total multiplies each price by its quantity, so the shown sum is the one that is charged.';

/** Characters ÷ 4, as issue 16 counts. */
const tokens = (texts: readonly string[]) => texts.join('').length / 4;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Cost {
  calls: number;
  received: string[];
}

const seeded = async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const notes: { id: string }[] = [];
  for (const note of CAPTURED) {
    const screenshot_key = await uploadPicture(site, 'screenshot', png(320, 200));
    notes.push(await ws.note(site, { ...note, email: 'vera@example.com', screenshot_key }));
  }
  return { ws, site, notes };
};

describe('a full fix of ten faults that visitors reported with the widget', () => {
  test('takes at most 5 calls, and 900 tokens over MCP (medians)', async () => {
    const { ws, site, notes } = await seeded();
    const client = await connectClient(site.mcp_token);
    const costs: Cost[] = [];
    for (const { id } of notes) {
      const cost: Cost = { calls: 0, received: [] };
      const ask = async (name: string, args: Record<string, unknown>) => {
        const { content, structuredContent } = await client.callTool({ name, arguments: args });
        cost.calls += 1;
        cost.received.push(...content.map((block) => (block.type === 'text' ? block.text : '')));
        return structuredContent as Record<string, string>;
      };
      await ask('acknowledge', { id });
      await ask('read_annotation', { id });
      const upload = await ask('get_resolution_upload_url', {
        annotation_id: id,
        kind: 'after',
        content_type: 'image/png',
      });
      cost.calls += 1;
      expect(await put({ url: upload.url ?? '', headers: { 'content-type': 'image/png' } }, png(40, 30))).toBe(200);
      const sent = { before: 'submitter', after: upload.key, commit: SHA, explanation: EXPLANATION };
      const done = await ask('resolve', { id, summary: 'The total is right.', ...sent });
      expect(done.status).toBe('resolved');
      costs.push(cost);
      const { body } = await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner });
      expect(body.resolutions).toHaveLength(1);
    }
    const all = costs.map(({ received }) => Math.round(tokens(received)));
    console.info(`MCP: ${all.join(', ')} tokens`);
    expect(Math.max(...costs.map(({ calls }) => calls))).toBeLessThanOrEqual(5);
    expect(median(all)).toBeLessThanOrEqual(900);
  });

  test('takes at most 5 calls, and 1,200 tokens over REST (medians)', async () => {
    const { ws, notes } = await seeded();
    const as = await ws.token();
    const costs: Cost[] = [];
    for (const { id } of notes) {
      const cost: Cost = { calls: 0, received: [] };
      const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
        const answer = await call(method, `/api/v1/annotations/${id}${path}`, { as, ...(body && { body }) });
        expect(answer.status).toBe(200);
        cost.calls += 1;
        cost.received.push(answer.text);
        return answer.body;
      };
      await ask('GET', '');
      const upload = await ask('POST', '/resolutions/upload-url', { kind: 'after', content_type: 'image/png' });
      cost.calls += 1;
      expect(await put(upload, png(40, 30))).toBe(200);
      const sent = { before: 'submitter', after: upload.key, commit: SHA, explanation: EXPLANATION };
      const done = await ask('POST', '/resolve', { summary: 'The total is right.', ...sent });
      expect(done.status).toBe('resolved');
      costs.push(cost);
    }
    const all = costs.map(({ received }) => Math.round(tokens(received)));
    console.info(`REST: ${all.join(', ')} tokens`);
    expect(Math.max(...costs.map(({ calls }) => calls))).toBeLessThanOrEqual(5);
    expect(median(all)).toBeLessThanOrEqual(1200);
  });

  test('shows the picture as an image within 1,500 tokens of a model with vision', async () => {
    const { site, ws } = await seeded();
    const client = await connectClient(site.mcp_token);
    const wide = await ws.note(site, {
      screenshot_key: await uploadPicture(site, 'screenshot', png(2000, 1000)),
      thumbnail_key: await uploadPicture(site, 'thumbnail', png(400, 200)),
    });
    const plain = await ws.note(site);
    for (const [id, picture] of [
      [wide.id, 'thumbnail'],
      [plain.id, null],
    ]) {
      const { content, structuredContent } = await client.callTool({
        name: 'read_annotation',
        arguments: { id, picture: true },
      });
      expect(structuredContent).toMatchObject({ picture });
      const images = content.filter(({ type }) => type === 'image');
      expect(images).toHaveLength(picture ? 1 : 0);
    }
    const without = await client.callTool({ name: 'read_annotation', arguments: { id: wide.id } });
    expect(without.content.some(({ type }) => type === 'image')).toBe(false);
  });
});
