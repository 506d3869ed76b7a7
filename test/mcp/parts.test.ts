import { describe, expect, test } from '@jest/globals';
import type { Section } from '../../functions/annotations/context-view.ts';
import { layOut } from '../../functions/mcp/parts.ts';
import { clip, estimateTokens, splitAt } from '../../functions/mcp/tokens.ts';

const SAMPLES = [
  'The button is cut off on small screens, and nothing happens when I press it.',
  '01JD3XQZ8M5T9V2B7C4N6P0RSW',
  'https://sidenote.example/files/k1.aGVsbG8gd29ybGQgdGhpcyBpcyBhIHRlc3Q.MTIzNDU2Nzg5MA',
  'これはボタンが切れているというテストです',
  '{"id":"a","status":"pending","auto_fix":false}',
  'a'.repeat(500),
];

describe('the token estimate', () => {
  test('is never below a quarter of the bytes', () => {
    for (const text of SAMPLES) expect(estimateTokens(text)).toBeGreaterThanOrEqual(Buffer.byteLength(text) / 4);
  });

  test('cuts within the tokens given, and loses nothing', () => {
    for (const text of SAMPLES) {
      for (const tokens of [0, 1, 3, 10, 50]) {
        const [head, rest] = splitAt(text, tokens);
        expect(estimateTokens(head)).toBeLessThanOrEqual(tokens);
        expect(head + rest).toBe(text);
      }
    }
    expect(clip('short', 10)).toBe('short');
    expect(clip('one two three four five six seven', 3)).toMatch(/…$/);
  });
});

describe('a long text in parts', () => {
  const sections: Section[] = [
    { title: 'note', text: 'It is broken. '.repeat(400), first: 200 },
    { title: 'page', text: 'url="https://example.org"', first: 50 },
    { title: 'html', text: '<b>x</b>'.repeat(300), first: 100 },
    { title: 'nothing', text: '', first: 100 },
  ];

  test('keeps each part within its budget', () => {
    const parts = layOut(sections, 300, 500);
    expect(parts.length).toBeGreaterThan(2);
    parts.forEach((part, at) => {
      expect(estimateTokens(part)).toBeLessThanOrEqual(at === 0 ? 320 : 520);
    });
  });

  test('puts the beginning of each section before the rest of any', () => {
    const [first] = layOut(sections, 400, 500);
    expect(first).toMatch(/^note: It is broken\..*\npage: url=.*\nhtml: <b>/);
  });

  test('holds every character of every section', () => {
    const all = layOut(sections, 300, 500).join('\n');
    expect(all.match(/broken/g)).toHaveLength(400);
    expect(all).not.toContain('nothing');
  });

  test('is one part, even an empty one, where little is to say', () => {
    expect(layOut([], 100, 100)).toEqual(['']);
    expect(layOut([{ title: 'note', text: 'Hi', first: 10 }], 100, 100)).toEqual(['note: Hi']);
  });
});
