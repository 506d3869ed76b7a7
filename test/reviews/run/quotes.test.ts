import { describe, expect, test } from '@jest/globals';
import { groundIn } from '../../../functions/reviews/judge/ground.ts';
import { content } from './scene.ts';

interface Piece {
  name: string;
  text: string;
  /** Sentences of it, as it has them. */
  sentences: readonly string[];
}

const PIECES: readonly Piece[] = [
  {
    name: 'a landing page',
    text: `Lamps that outlast their owners

We ship within two working days – usually sooner, if you order before noon.
Free delivery on orders over €60. Discount 20 % for schools.
“Repair instead of replace” is our promise, and we’ve kept it since 1987.

Cart
Address
Payment

Ask us anything: hello@lamps.example or +43 316 123456.`,
    sentences: [
      'We ship within two working days – usually sooner, if you order before noon.',
      'Free delivery on orders over €60.',
      '“Repair instead of replace” is our promise, and we’ve kept it since 1987.',
    ],
  },
  {
    name: 'a README',
    text: `# Workers

Run \`npm install\` first, then call **start()** with a [pool size](https://docs.example/pool#size) of at least 2.

- The queue keeps tasks in order, if no priority is given.
- A worker that sticks is ended after 30 s.
- Results arrive as promises.

1. Build the package
2. Sign it
3. Publish it

> Never share a worker between tenants: memory isn't cleared.`,
    sentences: [
      'The queue keeps tasks in order, if no priority is given.',
      'A worker that sticks is ended after 30 s.',
      "Never share a worker between tenants: memory isn't cleared.",
    ],
  },
  {
    name: 'a German article',
    text: `Wärme aus der Erde

Die Sonde reicht 120 m tief – dort ist es das ganze Jahr über etwa 13 °C warm.
„Ohne Förderung“, sagt Müller, „hätten wir's nicht gemacht.“
Die Anlage kostet 28.500 €, nach Abzug der Förderung bleiben 19.950 €.`,
    sentences: [
      'Die Sonde reicht 120 m tief – dort ist es das ganze Jahr über etwa 13 °C warm.',
      'Die Anlage kostet 28.500 €, nach Abzug der Förderung bleiben 19.950 €.',
    ],
  },
  {
    name: 'a contract',
    text: `§ 7 Liability

(1) The Supplier's liability is limited to the fees paid in the 12 months before the event; this doesn't apply to intent.
(2) Either party may terminate on 30 days' notice, effective at the end of a month.
(3) "Confidential information" means all data marked as such, written or spoken.`,
    sentences: [
      "The Supplier's liability is limited to the fees paid in the 12 months before the event; this doesn't apply to intent.",
      "Either party may terminate on 30 days' notice, effective at the end of a month.",
      '"Confidential information" means all data marked as such, written or spoken.',
    ],
  },
];

const words = (text: string) => text.split(' ');

/** Changes that models make to sentences that they quote in good faith. */
const HONEST: readonly [name: string, change: (sentence: string) => string][] = [
  ['nothing', (text) => text],
  ['upper case', (text) => text.toUpperCase()],
  [
    'straight quotation marks and hyphens',
    (text) => text.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'").replaceAll('–', '-'),
  ],
  ['typographic apostrophes', (text) => text.replaceAll("'", '’')],
  ['an em dash without spaces', (text) => text.replace(/ [–-] /g, '—')],
  ['line breaks for spaces', (text) => text.replaceAll(' ', '\n')],
  ['no-break spaces', (text) => text.replaceAll(' ', '\u00a0')],
  ['quotation marks around it', (text) => `"${text}"`],
  ['backticks around it', (text) => `\`${text}\``],
  ['bold', (text) => `**${text}**`],
  [
    'bold on one word',
    (text) =>
      words(text)
        .map((word, at) => (at === 2 ? `**${word}**` : word))
        .join(' '),
  ],
  [
    'a code span on one word',
    (text) =>
      words(text)
        .map((word, at) => (at === 3 ? `\`${word}\`` : word))
        .join(' '),
  ],
  [
    'a Markdown link on one word',
    (text) =>
      words(text)
        .map((word, at) => (at === 2 ? `[${word}](https://x.example/a)` : word))
        .join(' '),
  ],
  ['no full stop', (text) => text.replace(/[.:]$/, '')],
  ['one comma dropped', (text) => text.replace(',', '')],
  ['an ellipsis for the middle', (text) => `${words(text).slice(0, 4).join(' ')} … ${words(text).slice(-2).join(' ')}`],
  [
    'dots in brackets for the middle',
    (text) => `${words(text).slice(0, 4).join(' ')} [...] ${words(text).slice(-2).join(' ')}`,
  ],
  ['decomposed letters', (text) => text.normalize('NFD')],
  ['a soft hyphen', (text) => text.replace(/(\p{L}{3})(\p{L}{3})/u, '$1\u00ad$2')],
];

/** Changes that make it another sentence. */
const FALSE: readonly [name: string, change: (sentence: string) => string][] = [
  [
    'a word dropped',
    (text) =>
      words(text)
        .filter((_, at) => at !== 3)
        .join(' '),
  ],
  ['a word added', (text) => words(text).toSpliced(3, 0, 'hardly').join(' ')],
  ['a word replaced', (text) => words(text).with(2, 'purple').join(' ')],
  [
    'two words swapped',
    (text) =>
      words(text)
        .with(1, words(text)[2] ?? '')
        .with(2, words(text)[1] ?? '')
        .join(' '),
  ],
  [
    'a digit or an ending changed',
    (text) =>
      text.replace(/\d|(\p{L})(?=\P{L}*$)/u, (found) =>
        /\d/.test(found) ? String((Number(found) + 1) % 10) : `${found}x`,
      ),
  ],
  [
    'its halves swapped around an ellipsis',
    (text) => `${words(text).slice(-4).join(' ')} … ${words(text).slice(0, 4).join(' ')}`,
  ],
  ['a paraphrase', (text) => `It says that ${words(text).toReversed().slice(0, 5).join(' ')}`],
];

describe.each(PIECES)('in $name', ({ text, sentences }) => {
  const { ground } = groundIn(content({ text, title: null, elements: [], pictures: [] }));
  const found = (quote: string) => ground({ quote, element: null, region: null });
  const cases = (changes: typeof HONEST) =>
    sentences.flatMap((one) => changes.map(([name, change]) => [name, change(one), one] as const));

  test.each(cases(HONEST))('%s: %j is found', (_, quote, sentence) => {
    const { grounded, quote: shown } = found(quote);
    expect(grounded).toBe(true);
    for (const part of (shown ?? '').split(' … ')) expect(text).toContain(part);
    expect(sentence).toContain((shown ?? '').split(' … ')[0]);
  });

  test.each(cases(FALSE))('%s: %j is not found', (_, quote) => {
    expect(found(quote)).toEqual({ quote, element: null, region: null, grounded: false });
  });
});

describe('habits that models were seen to have', () => {
  const [landing, readme, german] = PIECES.map(
    ({ text }) => groundIn(content({ text, title: null, elements: [], pictures: [] })).ground,
  );
  test.each([
    ['a list joined by arrows', landing, 'Cart → Address → Payment', 'Cart\nAddress\nPayment'],
    ['a list joined by commas', landing, 'Cart, Address, Payment', 'Cart\nAddress\nPayment'],
    ['a list joined by slashes', landing, 'Cart / Address / Payment', 'Cart\nAddress\nPayment'],
    ['a colon added', landing, 'Discount: 20 %', 'Discount 20 %'],
    ['a space dropped before a sign', landing, 'Discount 20% for schools', 'Discount 20 % for schools'],
    [
      'two quotes joined by "and"',
      landing,
      '"Free delivery on orders" and "Repair instead of replace"',
      'Free delivery on orders … “Repair instead of replace”',
    ],
    [
      'a numbered list with its numbers',
      readme,
      '1. Build the package 2. Sign it 3. Publish it',
      'Build the package\n2. Sign it\n3. Publish it',
    ],
    [
      'a numbered list without its numbers',
      readme,
      'Build the package, Sign it, Publish it',
      'Build the package\n2. Sign it\n3. Publish it',
    ],
    [
      'a bulleted list without its bullets',
      readme,
      'A worker that sticks is ended after 30 s. Results arrive as promises.',
      'A worker that sticks is ended after 30 s.\n- Results arrive as promises.',
    ],
    [
      'code without its marks',
      readme,
      'Run npm install first, then call start()',
      'Run `npm install` first, then call **start()',
    ],
    [
      'a link as its text',
      readme,
      'with a pool size of at least 2',
      'with a [pool size](https://docs.example/pool#size) of at least 2',
    ],
    [
      'the end of a quotation',
      landing,
      'Repair instead of replace” is our promise',
      '“Repair instead of replace” is our promise',
    ],
    ['German quotation marks made English', german, '“Ohne Förderung”, sagt Müller', '„Ohne Förderung“, sagt Müller'],
    ['a hyphen for a dash', german, '120 m tief - dort ist es', '120 m tief – dort ist es'],
  ])('a quote is found despite %s', (_, ground, quote, shown) => {
    expect(ground?.({ quote, element: null, region: null })).toEqual({
      quote: shown,
      element: null,
      region: null,
      grounded: true,
    });
  });

  test.each([
    ['three letters', 'two'],
    ['another price', 'Free delivery on orders over €50'],
    ['another currency', 'Free delivery on orders over $60'],
    ['a share without its sign', 'Discount 20 for schools'],
    ['a list in another order', 'Address → Cart → Payment'],
    ['the end of a word', 'ship within two working day'],
  ])('a quote that is %s is not found', (_, quote) => {
    expect(landing?.({ quote, element: null, region: null }).grounded).toBe(false);
  });

  test('a price with other digits is not found', () => {
    expect(
      german?.({ quote: 'Die Anlage kostet 28.500 €, bleiben 19.950 €', element: null, region: null }).grounded,
    ).toBe(false);
    expect(german?.({ quote: 'Die Anlage kostet 28500 €', element: null, region: null }).grounded).toBe(false);
  });
});
