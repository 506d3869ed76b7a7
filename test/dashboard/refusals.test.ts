import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { findSentences } from '../../web/dashboard/words/sentences.ts';
import { filesThatPassOn, sentencesOfTheService } from './sentences-of-the-service.ts';

const read = (locale: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../web/dashboard/words/${locale}/refusals.json`), 'utf8'),
  ) as Record<string, string>;
const [de, en] = [read('de'), read('en')];
const keys = Object.keys(de);

/** What no page shows, by the file or the words, and why. */
const MET_ELSEWHERE: readonly [RegExp, string][] = [
  [/^functions\/mcp\//, 'agents alone call /mcp'],
  [/^functions\/annotations\/(acknowledge|context-schema)/, 'agents take notes on; the widget captures'],
  [/^functions\/widget\//, 'the widget has words of its own'],
  [/^functions\/(loader|discovery)\//, 'scripts and documents, no pages'],
  [/^functions\/signup\/(agent-store|contract)/, 'agents register themselves'],
  [/^functions\/wallet\/stripe-events/, 'Stripe calls it'],
  [
    /^functions\/reviews\/(ask\/parse-answer|ask\/model\/replay|judge\/calibration\/)/,
    'told to the model, to developers, to the log',
  ],
  [/^functions\/reviews\/judge\/refit/, 'told to the log'],
  [/^functions\/kit\/contract\/request/, 'whoever goes around the edge'],
  [/^functions\/kit\/http\/serve/, 'of unknown routes and of 500 pages have words of their own'],
  [/^Something went wrong on our side|^No such route/, 'of these, too, wherever they are said'],
  [/^Not found\./, 'of 404 pages have words of their own'],
  [/[Cc]redential\b|^Bearer /, 'of 401 pages have words of their own: they show the sign-in'],
  [/^This needs a dashboard session/, 'a page has one'],
  [/^Idempotency-Key must/, 'the client makes the keys'],
];
const isMet = (text: string, paths: readonly string[]) =>
  ![[text], paths].some((names) => names.every((name) => MET_ELSEWHERE.some(([pattern]) => pattern.test(name))));

const withoutNames = (key: string) => key.replace(/\{\w+\}/g, '{}');
const placesIn = (text: string) => [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name);

describe('what the service says', () => {
  const said = sentencesOfTheService();
  const known = new Set(keys.map(withoutNames));

  test('is there in German, wherever a page may show it', () => {
    expect(said.size).toBeGreaterThan(150);
    expect([...said].filter(([text, paths]) => !known.has(text) && isMet(text, paths))).toEqual([]);
  });

  test('stands where it can be found: few pass on what was said elsewhere', () => {
    expect(filesThatPassOn()).toEqual([
      'functions/kit/contract/parse.ts',
      'functions/kit/errors.ts',
      'functions/kit/files/attach.ts',
      'functions/reviews/ask/ask-persona.ts',
      'functions/reviews/read/extract/image.ts',
      'functions/reviews/read/read-input.ts',
      'functions/reviews/read/read-page.ts',
    ]);
  });

  test('is not there in German where nobody says it any more', () => {
    const partsAndShapes = keys.filter((key) => key in en || /^(?:[^A-Z]|\{count\})/.test(key));
    const rest = keys.filter((key) => !partsAndShapes.includes(key));
    expect(rest.filter((key) => !said.has(withoutNames(key)))).toEqual([]);
  });

  test.each([
    ['en', en],
    ['de', de],
  ])('fills the places of its sentences in %s, and no others', (_, catalogue) => {
    const strange = Object.entries(catalogue).filter(([key, text]) => {
      const places = placesIn(key);
      return placesIn(text.replace(/(?:one|other) \{/g, '')).some((name) => !places.includes(name));
    });
    expect(strange).toEqual([]);
  });
});

describe('what does not fit its shape', () => {
  const misfits: [z.ZodType, unknown][] = [
    [z.string().min(1), ''],
    [z.string().max(200), 'x'.repeat(201)],
    [z.array(z.string()).min(1), []],
    [z.array(z.string()).max(1), ['', '']],
    [z.number().min(0), -1],
    [z.number().max(1000), 1000.5],
    [z.number().int(), 1.5],
    [z.number().int(), 1e300],
    [z.string(), undefined],
    [z.string(), null],
    [z.boolean(), 'yes'],
    [z.enum(['a', 'b']), 'c'],
    [z.literal('a'), 'b'],
    [z.union([z.string(), z.number()]), {}],
  ];

  test.each(misfits.map(([shape, value]) => shape.safeParse(value).error?.issues[0]?.message ?? ''))(
    '%s',
    (message) => {
      expect(findSentences(Object.keys(en), message)).toHaveLength(1);
      expect(findSentences(keys, message)).toHaveLength(1);
    },
  );
});

describe('sentences after one another', () => {
  test('are told one by one, with what stands in them', () => {
    expect(findSentences(keys, 'No persona came to a verdict. The model is throttled. It was tried 3 times.')).toEqual([
      { key: 'No persona came to a verdict.', values: {} },
      { key: 'The model is throttled.', values: {} },
      { key: 'It was tried {count} times.', values: { count: '3' } },
    ]);
  });

  test('are left as they are where one of them is unknown', () => {
    expect(findSentences(keys, 'The model is throttled. It rains.')).toBeUndefined();
    expect(
      findSentences(keys, 'A thread holds at most many replies and 500 KB of text. Continue on another note.'),
    ).toBeUndefined();
    expect(findSentences(keys, '')).toBeUndefined();
  });

  test('are the longer ones where two fit', () => {
    const message = 'This upload is over 20 MB. Upload a smaller file.';
    expect(findSentences(keys, message)?.map(({ key }) => key)).toEqual([
      'This upload is over {count} MB. Upload a smaller file.',
    ]);
    const missing = 'Invalid input: expected string, received undefined';
    expect(findSentences(keys, missing)?.[0]?.key).toBe('Invalid input: expected {expected}, received undefined');
  });
});
