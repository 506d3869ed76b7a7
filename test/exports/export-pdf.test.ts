import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { disposition } from '../../functions/exports/export-pdf.ts';
import { bindExports, makeDocument } from '../../functions/exports/make-document.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { call, callOf, newWorkspace, table, type Workspace } from '../driver.ts';
import { exported, exportPath, readPdf } from './read-pdf.ts';
import { seedNotes } from './seed.ts';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const site = (name = 'Shop') => ws.site({ name });

describe('200', () => {
  test('an export is a PDF attachment with a header-safe file name', async () => {
    const { id } = await site('Bücher & "Söhne"\\ 書店');
    await seedNotes(ws.id, id, [{ body: 'Hello' }]);
    const { headers, bytes } = await exported(ws.owner, id);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="bucher-sohne-annotations-\d{4}-\d\d-\d\d\.pdf"$/,
    );
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.subarray(-6).toString()).toMatch(/%%EOF/);
  });

  test.each(['', '書店', '../../etc/passwd', 'a"\r\nSet-Cookie: x=1', 'x'.repeat(500)])(
    'the file name of an export stays within the header with a site named %j',
    (name) => {
      expect(disposition(name, 0)).toMatch(/^attachment; filename="(?:[a-z0-9-]{1,61})?annotations-1970-01-01\.pdf"$/);
    },
  );

  test('an export has a cover with its contents and a list of notes with page numbers', async () => {
    const { id } = await site('Corner shop');
    const statuses = ['pending', 'pending', 'resolved', 'blocked', 'pending'];
    await seedNotes(
      ws.id,
      id,
      statuses.map((status, index) => ({ body: `Note ${index}`, row: { status } })),
    );
    const { pdf } = await exported(ws.owner, id);
    const [cover = '', contents = ''] = pdf.pages;
    for (const said of ['Corner shop', 'UTC', 'Every status', '5 annotations', 'Pending 3 60 %', 'Resolved 1 20 %'])
      expect(cover).toContain(said);
    expect(contents).toMatch(/Contents\n#1 Bug Note 4 Pending 3\n/);
    expect(pdf.jumps).toBe(5);
    expect(pdf.outline).toEqual([
      'Contents',
      ...[4, 3, 2, 1, 0].map((note, index) => `#${index + 1} Bug: Note ${note}`),
    ]);
    for (const [index, page] of pdf.pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pdf.pages.length}`);
    expect(pdf.info).toMatchObject({ Title: 'Annotations of Corner shop', Producer: 'Sidenote', Creator: 'Sidenote' });
  });

  test('an export shows each annotation with author, place, text, thread, summary and resolutions', async () => {
    const { id } = await site();
    const [note] = await seedNotes(ws.id, id, [
      {
        body: 'The button is dead.',
        name: 'Vera',
        page_url: 'https://shop.example.com/cart/two',
        row: {
          kind: 'design',
          status: 'resolved',
          summary: 'A dead button.',
          submitter: { kind: 'stakeholder', name: 'Vera', has_email: false },
        },
        replies: [
          { author: 'agent', author_name: 'Claude', body: 'I see it too.' },
          { author: 'owner', author_name: 'Grace', body: 'Please repair it.' },
        ],
        resolutions: [
          {
            explanation:
              '## Done\n- Bound the **handler** in `cart.ts`.\n- Tested: [the run](https://ci.example.com/7).',
            diff_url: 'https://git.example.com/shop/pull/7',
            before_key: 'kept/x/y/z/1.png',
            after_key: 'kept/x/y/z/2.png',
          },
        ],
      },
    ]);
    const { pdf } = await exported(ws.owner, id);
    const page = pdf.pages.at(-1) ?? '';
    for (const said of [
      '#1 Design',
      'Resolved',
      'Vera (stakeholder)',
      'https://shop.example.com/cart/two',
      'The button is dead.',
      'A dead button.',
      'Thread (2)',
      'Agent: Claude',
      'I see it too.',
      'Team: Grace',
      'Please repair it.',
      'By an agent',
      '• Bound the handler in cart.ts.',
      '• Tested: the run (https://ci.example.com/7).',
      'Change: https://git.example.com/shop/pull/7',
      'Pictures before and after: open in Sidenote',
    ])
      expect(page).toContain(said);
    const address = `${process.env.BASE_URL}/dashboard/inbox/${note}?workspace=${ws.id}`;
    expect(pdf.links.sort()).toEqual([address, address, 'https://git.example.com/shop/pull/7'].sort());
  });

  test('an export leaves out the parts that are not asked for', async () => {
    const { id } = await site();
    const thumbnail = { bytes: await readFile(join(__dirname, 'thumbnail.webp')), type: 'image/webp' };
    const said = 'I see it too.';
    await seedNotes(ws.id, id, [
      {
        body: 'The button is dead.',
        thumbnail,
        replies: [{ author: 'agent', author_name: 'Claude', body: said }],
        resolutions: [{ explanation: 'Bound the handler.' }],
      },
      { body: 'A picture says it.', thumbnail, row: { has_screenshot: true } },
    ]);
    const read = async (query: string) => {
      const { bytes } = await call('GET', `${exportPath(id)}?${query}`, { as: ws.owner });
      const { text, images } = await readPdf(bytes);
      const has = (words: string) => text.includes(words);
      expect([has('The button is dead.'), has('A picture says it.')]).toEqual([true, true]);
      return { pictures: images > 0, replies: has(said), resolutions: has('Bound the handler.') };
    };
    expect(await read('')).toEqual({ pictures: true, replies: true, resolutions: true });
    expect(await read('thread=false')).toEqual({ pictures: true, replies: false, resolutions: true });
    expect(await read('resolutions=false')).toEqual({ pictures: true, replies: true, resolutions: false });
    expect(await read('screenshots=false')).toEqual({ pictures: false, replies: true, resolutions: true });
    const { status } = await call('GET', `${exportPath(id)}?thread=no`, { as: ws.owner });
    expect(status).toBe(422);
  });

  test('an export that ran out of time says which pictures are missing, and shortens no note that it has whole', async () => {
    const { id } = await site();
    const picture = { bytes: await readFile(join(__dirname, 'thumbnail.webp')), type: 'image/webp' };
    await seedNotes(ws.id, id, [
      { body: 'Whole.', screenshot: picture },
      { body: 'Long.', screenshot: picture, row: { has_more: true } },
      { body: 'No picture.', row: { has_more: true } },
    ]);
    const ctx = bindExports(table(), await callOf(ws.owner, ws.id));
    const choice = { status: undefined, screenshots: true, thread: true, resolutions: true };
    const clock = jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(60_000);
    const { bytes } = await makeDocument(ctx, openStorage(), id, choice).finally(() => clock.mockRestore());
    const { text, images } = await readPdf(bytes);
    expect(images).toBe(0);
    expect(text).toContain('The document is too large for all pictures: 2 pictures more in Sidenote.');
    expect(text).toContain('only the beginning of 2 annotations is shown');
    expect(text.match(/Its picture is left out/g)).toHaveLength(2);
    expect(text.match(/Shortened: read the rest/g)).toHaveLength(2);
  });

  test('an export says a resolution once, and not as a reply to a submitter without mail if resolutions are left out', async () => {
    const { id } = await site();
    const explanation = 'Bound the handler.';
    const instead = { author: 'agent', author_name: '', body: explanation, resolution_id: newId() } as const;
    await seedNotes(ws.id, id, [{ body: 'The button is dead.', replies: [instead], resolutions: [{ explanation }] }]);
    const timesIn = async (query: string) => {
      const { bytes } = await call('GET', `${exportPath(id)}?${query}`, { as: ws.owner });
      return (await readPdf(bytes)).text.split(explanation).length - 1;
    };
    expect([await timesIn(''), await timesIn('thread=false'), await timesIn('resolutions=false')]).toEqual([1, 1, 0]);
  });

  test('an export says who the visitor is, how they rated the page, and what they answered, without the page’s other data', async () => {
    const { id } = await site();
    const known = (identity: string, name: string) => ({
      name,
      row: { submitter: { kind: 'anonymous', name, has_email: false, identity } },
    });
    await seedNotes(ws.id, id, [
      {
        ...known('verified', 'Vera'),
        visitor: {
          user_id: 'user-4711',
          metadata: { plan: 'enterprise-secret' },
          rating: { value: 4, scale: 'stars' },
          answers: [{ question: 'Did you find it?', answer: 'Not at first' }],
        },
      },
      { ...known('claimed', 'Carl'), visitor: { rating: { value: 1, scale: 'thumbs' } } },
      known('claimed', ''),
    ]);
    const { pdf } = await exported(ws.owner, id);
    const text = pdf.pages.join('\n');
    for (const said of [
      'Vera (verified)',
      'Rating: 4 of 5',
      'Did you find it? Not at first',
      'Carl (claimed)',
      'Thumbs down',
      'Visitor whose identity is not verified',
    ])
      expect(text).toContain(said);
    expect(text).not.toMatch(/user-4711|enterprise-secret/);
  });

  test('an export contains only the requested status, and legacy statuses count as pending', async () => {
    const { id } = await site();
    await seedNotes(ws.id, id, [
      { body: 'Open one', row: { status: 'pending' } },
      { body: 'Closed one', row: { status: 'resolved' } },
    ]);
    const resolved = await exported(ws.owner, id, 'resolved');
    expect(resolved.pdf.text).toContain('Closed one');
    expect(resolved.pdf.text).toContain('Only “Resolved”');
    expect(resolved.pdf.text).not.toContain('Open one');
    const triaged = await exported(ws.owner, id, 'triaged');
    expect(triaged.pdf.text).toContain('Open one');
    expect(triaged.pdf.text).not.toContain('Closed one');
  });

  test('an export without notes is one friendly page', async () => {
    const { id } = await site();
    const { pdf } = await exported(ws.owner, id);
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.text).toContain('0 annotations');
    expect(pdf.text).toContain('No one has left a note on this site yet.');
    expect((await exported(ws.owner, id, 'blocked')).pdf.text).toContain('No annotation of this site has this status.');
  });

  test('an export omits deleted notes, even if a list still has them', async () => {
    const { id } = await site();
    const [gone] = await seedNotes(ws.id, id, [{ body: 'Gone one' }, { body: 'Kept one' }]);
    const row = await table().get(keys.annotation(ws.id, gone!));
    await call('DELETE', `/api/widget/annotations/${gone}`, { as: ws.owner });
    await table().put({ ...row!, ...keys.annotation(ws.id, gone!), deleted_at: 1 });
    const { pdf } = await exported(ws.owner, id);
    expect(pdf.text).toContain('1 annotation\n');
    expect(pdf.text).not.toContain('Gone one');
  });

  test('an export shows a reply of this moment, even if a list has the note as it was', async () => {
    const own = await site();
    const { id } = await ws.note(own, { body: 'Answered one' });
    const before = await table().get(keys.annotation(ws.id, id));
    const body = { body: 'We see it too' };
    expect((await call('POST', `/api/widget/annotations/${id}/replies`, { as: ws.owner, body })).status).toBe(200);
    await table().put({ ...before!, ...keys.annotation(ws.id, id) });
    expect((await exported(ws.owner, own.id)).pdf.text).toContain('We see it too');
  });

  test('an export shows what visitors sent beyond the text: ratings, long texts and long addresses', async () => {
    const own = await site();
    const change = { widget: { rating: 'stars' } };
    expect((await call('PATCH', `/api/widget/sites/${own.id}`, { as: ws.owner, body: change })).status).toBe(200);
    const url = `https://shop.example.com/${'way/'.repeat(30)}end`;
    await ws.note(own, { body: 'Rated one', rating: 4 });
    await ws.note(own, { body: `${'Long. '.repeat(60)}Its end` });
    await ws.note(own, { body: 'Far one', context: { page: { url }, anchor: { kind: 'page' } } });
    const text = (await exported(ws.owner, own.id)).pdf.text.replaceAll('\n', '');
    for (const said of ['Rating: 4 of 5', 'Its end', '/end']) expect(text).toContain(said);
  });

  test('an export never ends a page with a heading', async () => {
    const { id } = await site();
    await seedNotes(
      ws.id,
      id,
      Array.from({ length: 30 }, (_, index) => ({
        body: 'Some words that take room. '.repeat((index * 7) % 40),
        row: { summary: 'In short.' },
        replies: [
          { author: 'agent' as const, author_name: 'Claude', body: 'Seen. '.repeat((index * 13) % 90) || 'Seen.' },
        ],
      })),
    );
    const { pdf } = await exported(ws.owner, id);
    for (const page of pdf.pages.slice(2)) {
      const last = page.split('\nSidenote')[0]?.trim().split('\n').at(-1) ?? '';
      expect(last).not.toMatch(/^(#\d+ |Thread \(|Summary$|Resolution|Agent: |Open in Sidenote)/);
    }
  });
});

describe('400 and 404', () => {
  test("an unknown status, another workspace's site and a deleted site are refused", async () => {
    const { id } = await site();
    expect((await call('GET', exportPath(id, 'nonsense'), { as: ws.owner })).status).toBe(400);
    const stranger = await newWorkspace();
    expect((await call('GET', exportPath(id), { as: stranger.owner })).status).toBe(404);
    expect((await call('GET', exportPath(id), { as: await ws.guest([id]) })).status).toBe(403);
    expect((await call('GET', exportPath(id), { as: await ws.token('MEMBER') })).status).toBe(200);
    expect((await call('DELETE', `/api/widget/sites/${id}`, { as: ws.owner })).status).toBe(200);
    expect((await call('GET', exportPath(id), { as: ws.owner })).status).toBe(404);
  });
});
