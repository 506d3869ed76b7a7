import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import PostalMime from 'postal-mime';
import { mailableAddress } from '../../functions/kit/text/address.ts';
import { oneLine } from '../../functions/mail/layout.ts';
import { renderMarkdown } from '../../functions/mail/markdown.ts';
import { toMime } from '../../functions/mail/mime.ts';
import { digestLetter, notificationLetter } from '../../functions/notifications/letters/notification-letter.ts';
import { type NoteNews, noteLetter } from '../../functions/threads/letters/note-letter.ts';
import { composerOnly } from '../../lib/build/bundling/plugins.ts';

beforeAll(() => {
  process.env.SERVER_KEYS ??= `k1:${Buffer.alloc(32, 7).toString('base64')}`;
  process.env.BASE_URL ??= 'https://sidenote.example';
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' style='background:url(javascript:alert(1))",
  '[click](javascript:alert(1))',
  '![x](https://evil.example/pixel.png)',
  'a\r\nBcc: victim@example.com',
  'a\u2028Bcc: victim@example.com',
  '=?UTF-8?Q?=0D=0ABcc:_victim@example.com?=',
  '\u202Egnp.exe',
  '**<b>**`</code><script>`',
  '```\n</pre><script>alert(1)</script>\n```',
];

const done = (more: Partial<NoteNews['resolutions'][number]> = {}) => ({
  explanation: 'Fixed **it**.',
  before_key: 'kept/a/b/c/before.png',
  after_key: 'kept/a/b/c/after.png',
  diff_url: 'https://example.com/pull/1',
  ...more,
});

const news = (more: Partial<NoteNews> = {}): NoteNews => ({
  to: 'ann@example.com',
  language: 'en',
  outcome: 'resolved',
  matter: 'fault',
  site: 'Shop',
  note: 'The button does nothing',
  page_url: 'https://shop.example.com/cart',
  summary: 'It works again',
  replies: [],
  resolutions: [done()],
  thread: 'https://sidenote.example/api/threads/x',
  thread_id: 'note-1',
  data: 'https://sidenote.example/api/data/x',
  unsubscribe: 'https://sidenote.example/api/mail/unsubscribe/x',
  ...more,
});

const parse = async (letter: ReturnType<typeof noteLetter>) =>
  PostalMime.parse(await toMime(letter, 'Sidenote <notes@sidenote.example>', 0));

/** Without the signatures of files, which change with the second. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<([a-z]+)\b([^>]*)>/gi)].map(([tag]) => tag.replace(/\/files\/[^"]*/, '/files/'));

describe('the mail about a note', () => {
  test('contains the note, the fix and its links in plain text and HTML', async () => {
    const mail = await parse(noteLetter(news()));
    expect(mail.subject).toBe('Your note on Shop: “The button does nothing”');
    for (const part of [mail.text ?? '', mail.html ?? '']) {
      expect(part).toContain('The button does nothing');
      expect(part).toContain('It works again');
      expect(part).toContain('https://shop.example.com/cart');
      expect(part).toContain('https://example.com/pull/1');
      expect(part.match(/\/files\/k\d+\.[\w.-]+/g)?.length).toBeGreaterThanOrEqual(2);
    }
    expect(mail.html).toContain('<strong>it</strong>');
  });

  test.each([
    ['resolved', 'Your note is marked as fixed', 'https://sidenote.example/api/threads/x?fixed=no'],
    ['original', 'The problem you reported is fixed', 'https://sidenote.example/api/threads/x'],
    ['blocked', 'We need an answer from you', 'https://sidenote.example/api/threads/x'],
    ['won_t_fix', 'We decided not to change this', 'https://sidenote.example/api/threads/x'],
    ['duplicate', 'This was already reported', 'https://sidenote.example/api/threads/x'],
    ['reply', 'You have a reply', 'https://sidenote.example/api/threads/x'],
    ['worked', 'We worked on your note', 'https://sidenote.example/api/threads/x'],
  ] as const)('says what happened if the outcome is %s, and where to go on', (outcome, title, link) => {
    const { text, html } = noteLetter(news({ outcome }));
    for (const part of [text, html]) {
      expect(part).toContain(title);
      expect(part).toContain(link);
    }
    expect(text.includes('?fixed=yes')).toBe(outcome === 'resolved');
  });

  test.each([
    ['question', 'en', 'resolved', 'Your question has been answered', 'Does this answer your question?'],
    ['question', 'de', 'won_t_fix', 'Wir haben Ihre Frage geschlossen', 'Unterhaltung öffnen'],
    ['idea', 'en', 'duplicate', 'This was already suggested', 'when it’s done'],
    ['idea', 'de', 'resolved', 'Ihre Idee ist umgesetzt', 'Ist es so, wie Sie es sich vorgestellt haben?'],
  ] as const)(
    'speaks of a note of the kind %s in its own words (%s, %s)',
    (matter, language, outcome, title, words) => {
      const { text, html } = noteLetter(news({ matter, language, outcome, is_open: true }));
      for (const part of [text, html]) {
        expect(part).toContain(title);
        expect(part).toContain(words);
        expect(part).not.toMatch(/fixed\?|Is it fixed|behoben/);
      }
    },
  );

  test.each([
    ['en', 'worked on your note.', 'It isn’t closed yet.'],
    ['de', 'an Ihrer Notiz gearbeitet.', 'Sie ist noch nicht abgeschlossen.'],
  ] as const)('says of work on an open note that the note is open (%s)', (language, worked, open) => {
    for (const is_open of [true, false]) {
      const { text } = noteLetter(news({ outcome: 'worked', language, is_open }));
      expect([text.includes(worked), text.includes(open)]).toEqual([true, is_open]);
    }
  });

  test('shows what people wrote literally, and what agents wrote as Markdown', () => {
    const { html } = noteLetter(
      news({
        outcome: 'reply',
        replies: [
          { by: 'Ida', text: 'Which **one**?', isMarkdown: false },
          { by: 'Shop (agent)', text: 'The **first**.', isMarkdown: true },
        ],
      }),
    );
    expect(html).toContain('Which **one**?');
    expect(html).toContain('The <strong>first</strong>.');
    expect(html).toContain('Reply from Ida');
  });

  test('is from the site, and in one thread with the other mails about the note', async () => {
    const mails = await Promise.all([parse(noteLetter(news())), parse(noteLetter(news({ outcome: 'reply' })))]);
    for (const mail of mails) {
      expect(mail.from).toMatchObject({ name: 'Shop via Sidenote', address: 'notes@sidenote.example' });
      expect(mail).toMatchObject({ inReplyTo: '<note-1@sidenote.example>', references: '<note-1@sidenote.example>' });
    }
    expect(mails[0]?.subject).toBe(mails[1]?.subject);
  });

  test('is cut before mail programs clip it, and says that there is more', () => {
    const replies = Array.from({ length: 20 }, () => ({ by: 'Ida', text: 'a'.repeat(10_000), isMarkdown: false }));
    const { html, text } = noteLetter(news({ outcome: 'reply', replies }));
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    for (const part of [html, text]) expect(part).toContain('There’s more in the conversation.');
  });

  test('gives pictures a width for programs that ignore styles', () => {
    expect(noteLetter(news()).html.match(/<img [^>]*\swidth="\d+"/g)).toHaveLength(2);
  });

  test('offers one-click unsubscribe', async () => {
    const mail = await parse(noteLetter(news()));
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers['list-unsubscribe']).toBe('<https://sidenote.example/api/mail/unsubscribe/x>');
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  });

  test('omits what a resolution lacks', async () => {
    const bare = { explanation: undefined, before_key: undefined, after_key: undefined, diff_url: undefined };
    const mail = await parse(noteLetter(news({ resolutions: [done(bare)], summary: undefined, page_url: undefined })));
    expect(mail.html).not.toContain('<img');
    expect(mail.html).not.toContain('undefined');
    expect(mail.text).not.toContain('undefined');
  });

  test('is in German for a German reader', async () => {
    const mail = await parse(noteLetter(news({ language: 'de', outcome: 'blocked' })));
    expect(mail.subject).toBe('Ihre Notiz auf Shop: „The button does nothing“');
    expect(mail.html).toContain('Wir brauchen eine Antwort von Ihnen');
    expect(mail.from?.name).toBe('Shop über Sidenote');
  });

  test.each(HOSTILE)('shows %j as text in every field', async (text) => {
    const said = (body: string) => [
      { by: body, text: body, isMarkdown: true },
      { by: body, text: body, isMarkdown: false },
    ];
    const of = (body: string, link: string | undefined) =>
      noteLetter(
        news({
          site: body,
          note: body,
          summary: body,
          replies: said(body),
          resolutions: [done({ explanation: body, diff_url: link })],
          page_url: link,
        }),
      );
    const letter = of(text, text);
    const calm = of('x', undefined);
    const mail = await parse(letter);
    const ours = /^<(p|div|strong|code|pre|ul|li|br)\b/;
    const extra = tagsOf(letter.html).filter((tag) => !tagsOf(calm.html).includes(tag) && !ours.test(tag));
    expect(extra).toEqual([]);
    expect(letter.html).not.toMatch(/(href|src)="(?!https?:\/\/)/);
    expect(letter.html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(mail.from?.address).toBe('notes@sidenote.example');
    expect(mail.to).toEqual([expect.objectContaining({ address: 'ann@example.com' })]);
    expect(mail.cc ?? []).toEqual([]);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.map(({ key }) => key).sort()).toEqual((await parse(calm)).headers.map(({ key }) => key).sort());
  });

  test.each(['See https://evil.example/x', 'www.evil.example', 'Buy at evil.shop now', 'me@evil.example'])(
    'has no link in its subject: %s',
    (note) => expect(noteLetter(news({ note })).subject).toBe('Your note on Shop'),
  );
});

describe('the composer', () => {
  const letter = {
    to: 'ann@example.com',
    subject: 'Größe',
    text: 'ä',
    html: '<p>ä</p>',
    unsubscribe: 'https://x.example/u',
  };
  const from = 'Sidenote <notes@sidenote.example>';

  test.each([
    ['to', { ...letter, to: 'ann@example.com\r\nBcc: victim@example.com' }, from, undefined],
    ['unsubscribe', { ...letter, unsubscribe: 'https://x.example/\nBcc: victim@example.com' }, from, undefined],
    ['from', letter, 'Sidenote\r <notes@sidenote.example>', undefined],
    ['the request id', letter, from, 'id\r\nBcc: victim@example.com'],
  ])('refuses a line break in %s', (_, given, sender, id) => {
    expect(() => toMime(given, sender, 0, id)).toThrow('line break');
  });

  test('works without the parts that the bundle leaves out, and writes the same mail', async () => {
    const { outputFiles } = await build({
      entryPoints: ['functions/mail/mime.ts'],
      bundle: true,
      write: false,
      format: 'cjs',
      platform: 'node',
      plugins: [composerOnly],
    });
    const bundled: { exports: { toMime?: typeof toMime } } = { exports: {} };
    new Function('module', 'require', outputFiles[0]?.text ?? '')(bundled, createRequire(import.meta.filename));
    const written = async (compose: typeof toMime) => {
      const { attachments, ...mail } = await PostalMime.parse(await compose(letter, from, 0, 'r-1'));
      const headers = mail.headers.filter(({ key }) => !['message-id', 'content-type'].includes(key));
      return { ...mail, attachments, headers, headerLines: [], messageId: '' };
    };
    const { toMime: compose } = bundled.exports;
    if (!compose) throw new Error('The bundle exports nothing.');
    expect(await written(compose)).toEqual(await written(toMime));
    expect(await written(compose)).toMatchObject({
      from: { name: 'Sidenote', address: 'notes@sidenote.example' },
      to: [{ address: 'ann@example.com' }],
      subject: 'Größe',
      text: 'ä',
    });
  });
});

describe('a subject', () => {
  test('encodes any text in lines of at most 76 characters and decodes to the same', async () => {
    const text = 'Über die Größe: 日本語のとても長い件名です、これはテストのために書かれました 🙂🙂🙂';
    const raw = await toMime({ to: 'ann@example.com', subject: text, text: '', html: '' }, 'notes@sidenote.example', 0);
    const [subject = ''] = /^Subject:.*(?:\r\n .*)+/m.exec(raw.toString()) ?? [];
    expect(subject.split('\r\n').length).toBeGreaterThan(2);
    expect(subject.split('\r\n').every((line) => line.length <= 76)).toBe(true);
    expect((await PostalMime.parse(raw)).subject).toBe(text);
  });
});

test.each([
  ['few letters', 'The total is wrong', 'The total is wrong'],
  ['many letters', 'The total forgets every discount', 'The total forgets…'],
  ['whole words up to its mark', 'The total forgets the discount', 'The total forgets the…'],
  ['one word', 'Donaudampfschifffahrtsgesellschaft', 'Donaudampfschifffahrt…'],
  ['letters that two units make up', 'The totals forget us 😀😀', 'The totals forget us…'],
])('a line of %s ends after a word or with what fits', (_, text, line) => {
  expect(oneLine(text, 22)).toBe(line);
});

test.each(['件', '"'])('a full digest is cut before mail programs clip it, and counts the rest: %s', (sign) => {
  const one = { event: 'reply', site: sign.repeat(80), by: undefined, note: undefined, title: undefined } as const;
  const all = Array.from({ length: 100 }, () => ({ ...one, said: sign.repeat(200), link: 'https://x.example' }));
  const to = { to: 'ann@example.com', language: 'en', workspace: 'W', settings: 'https://x.example' } as const;
  const { subject, text, html } = digestLetter(
    { news: all, count: 103, dashboard: 'https://x.example' },
    { ...to, unsubscribe: 'https://x.example/u' },
  );
  expect(Buffer.byteLength(html)).toBeLessThan(100_000);
  expect(subject).toBe('103 updates in W');
  for (const part of [text, html]) {
    const named = part.split('A visitor replied').length - 1;
    expect(named).toBeGreaterThan(20);
    expect(part).toContain(`And ${103 - named} more in the dashboard.`);
  }
});

test('quoted texts that are shortened end with a whole character', () => {
  const cut = (max: number) => `${'a'.repeat(max - 1)}😀 and more`;
  const envelope = { to: 'ann@example.com', language: 'en', workspace: 'W', settings: 'https://x.example' } as const;
  const one = { event: 'reply', site: 'Shop', by: undefined, note: cut(1000), title: undefined, link: '' } as const;
  const to = { ...envelope, unsubscribe: 'https://x.example/u' };
  const letters = [
    noteLetter(news({ note: cut(1000) })),
    notificationLetter({ ...one, said: cut(1000) }, to),
    digestLetter({ news: [{ ...one, said: cut(200) }], count: 1, dashboard: 'https://x.example' }, to),
  ];
  for (const { text, html } of letters) {
    for (const part of [text, html]) expect([part.isWellFormed(), part.includes('aaa…')]).toEqual([true, true]);
  }
});

describe('an address', () => {
  test.each([
    ['ann@example.com', 'ann@example.com'],
    ["o'neil+tag@sub.example.co.uk", "o'neil+tag@sub.example.co.uk"],
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ])('%s may stand in a header', (given, wanted) => expect(mailableAddress(given)).toBe(wanted));

  test.each([
    'ann@example.com\r\nBcc: v@example.com',
    'ann@example.com,v@example.com',
    '"ann <v@example.com>"@example.com',
    'ann@example.com>',
    'ann@localhost',
    'ann@example.com\u2028v@example.com',
    '=?UTF-8?Q?a?=@',
    '@example.com',
    'no address',
    '',
    null,
  ])('%j may not', (given) => expect(mailableAddress(given)).toBeUndefined());
});

describe('an explanation', () => {
  test('keeps its formatting unless the email would be clipped, and is plain text then', () => {
    const short = noteLetter(news({ resolutions: [done({ explanation: '`a` '.repeat(10) })] })).html;
    expect(short.split('<code').length).toBe(11);
    const { html } = noteLetter(news({ resolutions: [done({ explanation: '`a`'.repeat(1365) })] }));
    expect(html).not.toContain('<code');
    expect(html).toContain('`a`'.repeat(1365));
    expect(Buffer.byteLength(html)).toBeLessThan(40_000);
  });
});

describe('Markdown in emails', () => {
  test('becomes HTML for the supported marks and stays text otherwise', () => {
    expect(renderMarkdown('# Done\n\nThe `href` was **wrong**.\n\n- one\n- two')).toMatch(
      /<strong>Done<\/strong>.*<code[^>]*>href<\/code> was <strong>wrong<\/strong>.*<ul[^>]*><li>one<\/li><li>two<\/li><\/ul>/s,
    );
    expect(renderMarkdown('3. three\n4) four\n\n- one\n2. two')).toMatch(
      /<ol start="3"[^>]*><li>three<\/li><li>four<\/li><\/ol><ul[^>]*><li>one<\/li><li>two<\/li><\/ul>/,
    );
    expect(renderMarkdown('[a](https://example.com)')).toContain('[a](https://example.com)');
    expect(renderMarkdown('```js\nif (a < b) {}\n```')).toContain('if (a &lt; b) {}');
  });

  test('renders long and odd text without delay', () => {
    for (const odd of ['*'.repeat(4096), '`'.repeat(4096), '```\n'.repeat(1000), '- '.repeat(2000), '#'.repeat(4096)]) {
      expect(renderMarkdown(odd).length).toBeLessThan(400_000);
    }
  });
});
