import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import {
  type Counts,
  commentsIn,
  connectedTitlesIn,
  isRead,
  lowered,
  type Piece,
  readAllowance,
  type Text,
  wordFaults,
  wordsIn,
  writeAllowance,
} from '../../lib/docs/words.ts';

const found = (path: string, text: string, comments: readonly Piece[] = []): string[] =>
  wordsIn({ path, text }, comments).map(({ line, word }) => `${line} ${word}`);

const commentsOf = (sources: readonly Text[]): Piece[][] => sources.map(commentsIn);

describe('the word list', () => {
  test('is respected by every text that git lists', () => {
    const { status, stdout, stderr } = spawnSync('node', ['bin/check-words.ts'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(Number(/^(\d+) files/.exec(stdout)?.[1])).toBeGreaterThan(1000);
    expect(status).toBe(0);
  }, 60_000);

  test('finds each of its words in a document', () => {
    const planted = [
      ['Somebody wrote a note.', 'somebody'],
      ['Then nobody reads it.', 'nobody'],
      ['The agent asks whoever wrote it.', 'whoever'],
      ['It fails whatever the status is.', 'whatever'],
      ['The note stands under its site.', 'stands'],
      ['All areas stood on the kit.', 'stands'],
      ['The page is built anew.', 'anew'],
      ['It has a row of its own.', 'of ours'],
      ['The list hangs on both fields.', 'hangs on'],
      ['The visitor is told.', 'is told'],
      ['Its caller hears of it.', 'hears of'],
      ['The link is good for 5 minutes.', 'good for'],
      ['The mail goes out at once.', 'goes out'],
      ['The state lives in a folder.', 'lives in'],
      ['It shows what became of it.', 'comes of it'],
      ['Rows stay as they were then.', 'as they were then'],
      ['A table beside the chart.', 'beside'],
      ['Send an e-mail.', 'e-mail'],
      ['The colour of a theme.', 'British'],
      ['Unauthorised callers.', 'British'],
      ['It was cancelled.', 'British'],
      ['At least 90 % of them.', 'spaced %'],
      ['## What is sent', 'headless what'],
      ['- **Where it runs.** In Lambda.', 'headless what'],
    ];
    const expected = planted.map(([, word], index) => `${index + 1} ${word}`);
    expect(found('docs/a.md', planted.map(([line]) => line).join('\n')).sort()).toEqual(expected.sort());
  });

  test.each([
    ['code', 'Set `colour`, or see [the page](docs/catalogue.md) and https://example.com/somebody.'],
    ['a code block', '```sh\nsomebody --anew\n```'],
    ['questions', '# What does it cost?\n- Where is it?'],
    ['idioms', 'It stands in for AWS, walks out of reach, tells them apart; none is told apart. 7 % 2.'],
    ['words that contain one', 'The whatevers of besides and hindsight.'],
  ])('accepts %s', (_, text) => {
    expect(found('docs/a.md', text)).toEqual([]);
  });

  test('reads comments of a source, not its code', () => {
    const source = [
      "const somebody = 'nobody'; // anew",
      '/**',
      ' * A caller is',
      ' * told at once.',
      ' */',
      'const what = `beside`;',
      '// What it holds.',
      '// Where it is.',
    ].join('\n');
    const element = 'const a = <p>nobody{/* nobody */}</p>;';
    const [inSource, inElement] = commentsOf([
      { path: 'functions/a.ts', text: source },
      { path: 'web/a.tsx', text: element },
    ]);
    expect(found('functions/a.ts', source, inSource)).toEqual(['1 anew', '3 is told', '7 headless what']);
    expect(found('web/a.tsx', element, inElement)).toEqual(['1 nobody']);
  });

  test.each([
    [
      'web/dashboard/words/en/inbox.json',
      '{\n  "nobody": "Whoever wrote it",\n  "a": "What is it?"\n}\n',
      ['2 whoever', '2 headless what'],
    ],
    [
      'functions/discovery/static/openapi.json',
      '{\n  "a": {"summary":"Somebody \\"is\\" here","name":"nobody","b":{"detail":"What is it."}}\n}\n',
      ['2 somebody', '2 headless what'],
    ],
    ['functions/discovery/static/llms.txt', 'A note.\n\nGood for 5 minutes.\n', ['3 good for']],
    ['web/widget/strings.ts', "const en = {\n  email: 'E-mail',\n};\nconst de = {\n  a: 'E-mail',\n};\n", ['2 e-mail']],
  ])('reads the texts of %s', (path, text, expected) => {
    expect(found(path, text)).toEqual(expected);
  });

  test.each(['test/content/a.md', 'web/client/a.generated.ts', 'web/dashboard/words/de/inbox.json'])(
    'skips %s',
    (path) => {
      expect(isRead(path)).toBe(false);
      expect(found(path, '// nobody')).toEqual([]);
    },
  );

  test('finds titles of tests that only continue a sentence', () => {
    const source = [
      "describe('but this', () => {",
      "  test('that ends is cut', () => expect(page('and so on')).toBe('or'));",
      '  it.skip("and it\'s closed", () => {});',
      "  test.each(['who'])('whose %s', () => {});",
      '  test.each`or`(`so it ends`, () => {});',
      "  test('an order that ends', () => {});",
      "  latest('nor this');",
      '});',
    ].join('\n');
    const titles = (path: string) => connectedTitlesIn({ path, text: source });
    expect(titles('test/a.test.ts').map(({ line, excerpt }) => `${line} ${excerpt}`)).toEqual([
      '2 that',
      '3 and',
      '4 whose',
      '5 so',
    ]);
    expect(wordFaults(titles('test/a.test.ts').slice(0, 1), {})).toEqual([
      'test/a.test.ts:2: “that”: write a test title that reads alone.',
      'test: connected title: 1 found, 0 allowed.',
    ]);
    expect(titles('functions/a.ts')).toEqual([]);
  });

  test('fails on a source that cannot be parsed', () => {
    expect(() => commentsOf([{ path: 'functions/a.ts', text: 'const = ;' }])).toThrow('cannot be parsed');
  });
});

describe('the allowance', () => {
  const faults = (written: string, allowed: Counts) =>
    wordFaults(wordsIn({ path: 'docs/a.md', text: written }), allowed);
  const text = '# A title\n\nSomebody, beside nobody.';

  test('accepts as many words as it lists', () => {
    expect(faults(text, { 'docs: beside': 1, 'docs: nobody': 1, 'docs: somebody': 1 })).toEqual([]);
  });

  test('reports place and suggestion of an added word', () => {
    expect(faults(text, { 'docs: beside': 1, 'docs: nobody': 1, 'lib: somebody': 0 })).toEqual([
      'docs/a.md:3: “Somebody”: write someone.',
      'docs: somebody: 1 found, 0 allowed.',
    ]);
  });

  test('reports only places in changed files, if there are any', () => {
    const found = ['docs/a.md', 'docs/b.md'].flatMap((path) => wordsIn({ path, text: 'Nobody.' }));
    const places = (isChanged: (path: string) => boolean) => wordFaults(found, { 'docs: nobody': 1 }, isChanged);
    const [inA, inB] = ['docs/a.md:1: “Nobody”: write no one.', 'docs/b.md:1: “Nobody”: write no one.'];
    expect(places((path) => path === 'docs/b.md')).toEqual([inB, 'docs: nobody: 2 found, 1 allowed.']);
    expect(places(() => false)).toEqual([inA, inB, 'docs: nobody: 2 found, 1 allowed.']);
  });

  test('fails if a word is found less often', () => {
    expect(faults('Fine.', { 'docs: beside': 2 })).toEqual([
      'docs: beside: 0 found, 2 allowed. Run: node bin/check-words.ts --accept',
    ]);
  });

  test('can only be lowered', () => {
    const allowed = { 'docs: beside': 2, 'docs: nobody': 1, 'lib: anew': 3 };
    expect(lowered(allowed, { 'docs: beside': 1, 'docs: nobody': 4 })).toEqual({
      'docs: beside': 1,
      'docs: nobody': 1,
      'lib: anew': 0,
    });
  });

  test('is written one count per line, without zeros', () => {
    expect(writeAllowance({ 'lib: anew': 0, 'docs: of ours': 2, '.: beside': 1 })).toBe(
      '.: beside 1\ndocs: of ours 2\n',
    );
  });

  test('takes the larger count of both sides of a merge conflict', () => {
    const conflict = '<<<<<<< ours\ndocs: of ours 2\n=======\ndocs: of ours 4\n>>>>>>> theirs\nlib: anew 1\n';
    expect(readAllowance(conflict)).toEqual({ 'docs: of ours': 4, 'lib: anew': 1 });
  });
});
