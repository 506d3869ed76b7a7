import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { RenderOrder } from '../../functions/browser/order.ts';
import type * as client from '../../functions/browser/render-page.ts';
import { BUSY } from '../../functions/browser/rendered.ts';
import { MAX_IMAGE_BYTES } from '../../functions/kit/files/image.ts';
import { openStorage, type Storage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { startLambdaEndpoint } from '../../lib/local/lambda-endpoint.ts';
import { jpeg, png } from '../resolutions/images.ts';
import { renderedPage } from './rendered-page.ts';

type Uploads = Record<'first_view' | 'whole_page', { url: string; headers: Record<string, string> }>;

let answer: (uploads: Uploads) => Promise<unknown>;
let endpoint: Awaited<ReturnType<typeof startLambdaEndpoint>>;
let storage: Storage;
let renderPage: typeof client.renderPage;

beforeAll(async () => {
  const handler = (event: unknown) => answer((event as { uploads: Uploads }).uploads);
  endpoint = await startLambdaEndpoint({ 'taken-over': { handler, timeoutSeconds: 20 } });
  process.env.AWS_ENDPOINT_URL_LAMBDA = endpoint.url;
  process.env.RENDERER_FUNCTION = 'taken-over';
  storage = openStorage();
  // The client keeps the endpoint that it found first.
  ({ renderPage } = await import('../../functions/browser/render-page.ts'));
});
afterAll(() => endpoint.stop());

const SEEN = renderedPage({
  pictures: {
    first_view: { width: 1440, height: 900 },
    whole_page: { width: 1440, height: 1200, top: 0 },
  },
});

const ORDER: Omit<RenderOrder, 'uploads'> = { url: SEEN.url, view: { width: 1440, height: 900 }, wants: {} };

const see = async () => {
  const [workspace_id, owner] = [newId(), newId()];
  const folder = `kept/${workspace_id}/reviews/${owner}/`;
  const purpose = { workspace_id, owner, kind: 'render' };
  const pictures = { storage, wanted: ['first_view', 'whole_page'] as const, purpose, folder };
  const page = await renderPage(ORDER, { tenant: workspace_id, pictures });
  return { page, kept: (await storage.list(`kept/${workspace_id}/`)).map(({ key }) => key), folder };
};

const send = async ({ url, headers }: Uploads['whole_page'], body: Buffer): Promise<number> =>
  (await fetch(url, { method: 'PUT', headers, body: Uint8Array.from(body) })).status;

describe('a renderer that a page has taken over', () => {
  test('gets its pictures copied into the folder of its order only', async () => {
    answer = async ({ whole_page, first_view }) => {
      await Promise.all([send(whole_page, jpeg(1440, 1200)), send(first_view, jpeg(1440, 900))]);
      return { ...SEEN, pictures: { ...SEEN.pictures, third: { width: 1, height: 1, key: 'kept/x' } }, key: 'kept/x' };
    };
    const { page, kept, folder } = await see();
    expect(kept).toHaveLength(2);
    expect(kept.filter((key) => !key.startsWith(folder))).toEqual([]);
    expect(page.ok && Object.keys(page.pictures).sort()).toEqual(['first_view', 'whole_page']);
  });

  test.each([
    ['another format', png()],
    ['a page', Buffer.from('<script>alert(1)</script>')],
    ['the start of a picture alone', jpeg().subarray(0, 8)],
    ['a picture of too many pixels', jpeg(60_000, 60_000)],
    ['more bytes than a picture may have', Buffer.concat([jpeg(), Buffer.alloc(MAX_IMAGE_BYTES)])],
    ['nothing', undefined],
  ])('gets no copy of %s', async (_, bytes) => {
    answer = async ({ whole_page }) => {
      if (bytes) await send(whole_page, bytes);
      return SEEN;
    };
    const { page, kept } = await see();
    expect([page.ok && page.pictures, kept]).toEqual([{}, []]);
  });

  test('can neither read what it wrote, nor read or write anything else', async () => {
    const statuses: number[] = [];
    let other: Uploads | undefined;
    const victim = async () => {
      answer = async (uploads) => {
        other = uploads;
        await send(uploads.whole_page, jpeg(1440, 1200));
        return SEEN;
      };
      return see();
    };
    const { kept } = await victim();
    answer = async ({ whole_page, first_view }) => {
      await send(whole_page, jpeg(7, 7));
      const { search, origin } = new URL(whole_page.url);
      const paths = [
        new URL(other?.whole_page.url ?? '').pathname,
        new URL(first_view.url).pathname,
        `/${storage.bucket}/${kept[0]}`,
        `/${storage.bucket}/incoming/mine`,
      ];
      for (const path of paths) {
        const address = { ...whole_page, url: `${origin}${path}${search}` };
        statuses.push(await send(address, jpeg(9, 9)), (await fetch(address.url)).status);
      }
      statuses.push((await fetch(whole_page.url)).status, (await fetch(whole_page.url, { method: 'DELETE' })).status);
      return SEEN;
    };
    await see();
    expect(statuses).toEqual(Array(10).fill(403));
    expect(await storage.read(kept[0] ?? '', 1e6)).toMatchObject({ bytes: jpeg(1440, 1200) });
  });

  test.each([
    ['without its parts', { ok: true }],
    ['of no type', 'ok'],
    ['with an address that is no page', { ...SEEN, url: 'javascript:alert(1)' }],
    ['with an unknown reason', { ok: false, reason: 'free', said: { text: 'x', code: 'no_browser' } }],
    ['with an unknown code', { ok: false, reason: 'login', said: { text: 'x', code: 'free_of_charge' } }],
    ['with endless lists', { ...SEEN, console: Array(51).fill({ text: 'x', url: null, line: null }) }],
  ])('is busy, and our fault to look at, if it answers %s', async (_, said) => {
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    answer = async () => said;
    expect((await see()).page).toEqual(BUSY);
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });
});
