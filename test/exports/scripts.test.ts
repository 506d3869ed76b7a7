import { beforeAll, describe, expect, test } from '@jest/globals';
import { cleanText } from '../../functions/exports/render/clean-text.ts';
import { newWorkspace, type Workspace } from '../driver.ts';
import { exported, lettersOf } from './read-pdf.ts';
import { seedNotes } from './seed.ts';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const exportOf = async (...bodies: string[]) => {
  const site = await ws.site();
  await seedNotes(
    ws.id,
    site.id,
    bodies.map((body) => ({ body })),
  );
  return exported(ws.owner, site.id);
};

const LEFT_TO_RIGHT = [
  ['Latin', 'Příliš žluťoučký kůň; naïve façade, Ærøskøbing, Đà Nẵng, ſ'],
  ['Cyrillic', 'Съешь же ещё этих мягких французских булок'],
  ['Greek', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, ἀρχή'],
  ['Chinese', '天地玄黃,宇宙洪荒。简体中文测试'],
  ['Japanese', 'いろはにほへと「チリヌルヲ」東京'],
  ['Korean', '키스의 고유조건은 입술끼리 만나야 하고'],
  ['Devanagari', 'ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण'],
  ['Thai', 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า น้ำ'],
  ['Bengali', 'বিষণ্ন ঔদাসীন্যে ঊষাবৌদি বাংলাভাষায়'],
  ['Tamil', 'யாமறிந்த மொழிகளிலே தமிழ்மொழி'],
  ['Georgian', 'გთხოვთ ახლავე გაიაროთ რეგისტრაცია'],
  ['Armenian', 'Բել դղյակի ձախ ժամն'],
  ['Ethiopic', 'ሰማይ አይታረስ ንጉሥ አይከሰስ'],
  ['Khmer', 'ខ្ញុំអាចញ៉ាំកញ្ចក់បាន'],
] as const;

const RIGHT_TO_LEFT = [
  ['Arabic', 'نص حكيم له سر قاطع وذو شأن عظيم'],
  ['Persian', 'بر اثر چنین تلقین و شستشوی مغزی'],
  ['Hebrew', 'דג סקרן שט בים מאוכזב ולפתע מצא חברה'],
  ['Arabic and Latin on one line', 'اضغط زر Checkout مرتين (رقم 42) هنا'],
] as const;

const EMOJI = '😀 ✅ ❤️ 🇩🇪 👩‍👩‍👧‍👦 1️⃣';

describe('text copied from the document', () => {
  let text = '';
  beforeAll(async () => {
    const { pdf } = await exportOf(...[...LEFT_TO_RIGHT, ...RIGHT_TO_LEFT].map(([, body]) => body), EMOJI);
    text = pdf.text;
  });

  test.each(LEFT_TO_RIGHT)('%s is unchanged', (_, body) => {
    expect(lettersOf(text)).toContain(lettersOf(body.normalize('NFC')));
  });

  test.each(RIGHT_TO_LEFT)('%s keeps each word whole', (_, body) => {
    for (const word of body.replace(/[()]/g, '').split(' ')) expect(lettersOf(text)).toContain(word);
  });

  test('contains emoji, including joined ones', () => {
    for (const emoji of ['😀', '✅', '❤', '🇩🇪', '👩']) expect(text).toContain(emoji);
  });

  test('every character has a glyph', () => {
    expect(text).not.toMatch(/U\+|character/);
  });
});

describe('a character that no font has', () => {
  test('is printed as a box with its code point, and the cover says so', async () => {
    const { pdf } = await exportOf('cuneiform 𒀀, private \ue000, none \u{10fffd}');
    for (const number of ['U+12000', 'U+E000', 'U+10FFFD']) expect(pdf.text).toContain(number);
    expect(pdf.pages[0]).toContain('3 characters that no font of this document has');
  });

  test('is replaced by its base form if there is one', async () => {
    const { pdf } = await exportOf('𝗯𝗼𝗹𝗱 𝒮𝒸𝓇𝒾𝓅𝓉');
    expect(pdf.text).toContain('bold Script');
  });
});

describe('hostile text', () => {
  const HOSTILE = [
    '\u202emoc.elpmaxe\u202c \u2066isolated\u2069',
    'zero\u200bwidth\ufeffjoined\u2060here\u00ad!',
    'NUL\u0000 BEL\u0007 ESC\u001b[31m DEL\u007f C1\u009b',
    'Wy'.repeat(5000),
    `<script>alert(1)</script><img src=x onerror=alert(1)>`,
    'javascript:alert(1) https://evil.example/ [click](https://evil.example/md) file:///etc/passwd',
    ') Tj ET /JavaScript (app.alert(1)) /Launch >> endstream endobj %%EOF',
    `z${'\u0300'.repeat(5000)}algo`,
    '\u200f\u200e\u061c\u200d\u200c\ufe0f',
    '\u0e33\u0e33\u0e33 \u093f\u093f \u0300alone',
    `${'('.repeat(2000)}${'\u05d0)'.repeat(2000)}`,
    `${'a\n'.repeat(3000)}`,
    ' '.repeat(5000),
  ];

  test('adds no script and no link, and does not change the direction of a line', async () => {
    const { pdf, bytes } = await exportOf(...HOSTILE);
    const objects = bytes
      .toString('latin1')
      .replace(/stream\r?\n[\s\S]*?endstream/g, '')
      .replace(/\((?:\\[\s\S]|[^\\)])*\)/g, '()');
    expect(objects).not.toMatch(/\/(JS|JavaScript|Launch|EmbeddedFile|OpenAction|AA|SubmitForm|GoToR|RichMedia)\b/);
    expect(pdf.links.every((link) => link.startsWith(`${process.env.BASE_URL}/dashboard/inbox/`))).toBe(true);
    expect(pdf.links).toHaveLength(HOSTILE.length);
    expect(
      pdf.outline.some((title) =>
        title.endsWith(': ) Tj ET /JavaScript (app.alert(1)) /Launch >> endstream endobj %%EOF'),
      ),
    ).toBe(true);
    for (const said of [
      'moc.elpmaxe isolated',
      'zerowidthjoinedhere!',
      'NUL BEL ESC[31m DEL C1',
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      'https://evil.example/',
      ') Tj ET /JavaScript (app.alert(1))',
    ])
      expect(lettersOf(pdf.text)).toContain(lettersOf(said));
    expect(lettersOf(pdf.text)).toContain('Wy'.repeat(400));
  });

  test('is also text in names, titles, kinds, addresses and explanations', async () => {
    const evil = '</dc:title><script>\u202e\u0000 & "evil"';
    const site = await ws.site({ name: `S ${evil}` });
    await seedNotes(ws.id, site.id, [
      {
        body: evil,
        name: evil,
        page_url: `https://shop.example.com/${'x'.repeat(1900)}`,
        row: { kind: evil, summary: evil },
        replies: [{ author: 'agent', author_name: evil, body: evil }],
        resolutions: [
          { explanation: evil, diff_url: 'javascript:alert(1)' },
          { diff_url: 'http://plain.example/' },
          { diff_url: 'https://git.example.com/?q=(a)\\)>>' },
        ],
      },
    ]);
    const { pdf, bytes } = await exported(ws.owner, site.id);
    expect(pdf.text).toContain('"evil"');
    expect(pdf.links.filter((link) => !link.includes('/dashboard/'))).toEqual([
      'https://git.example.com/?q=(a)\\)%3E%3E',
    ]);
    expect(/<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(bytes.toString('latin1'))?.[0]).not.toContain('<script');
  });

  test('loses invisible characters and keeps the joiners that scripts need', () => {
    expect(cleanText('lone \ud800 and \udfff halves')).toBe('lone \ufffd and \ufffd halves');
    expect(cleanText('a\u200db \u0645\u06cc\u200c\u062e\u0648 \ufe0f')).toBe(
      'a\u200db \u0645\u06cc\u200c\u062e\u0648 \ufe0f',
    );
    expect(cleanText('a\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u{e0041}\u2028b\r\nc')).toBe('a\nb\nc');
  });
});
