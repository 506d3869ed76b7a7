import { expect, test } from '@jest/globals';
import { readMarkdown } from '../../../functions/reviews/read/extract/document.ts';

const read = (source: string) => {
  const { title, text } = readMarkdown(source);
  return { title, text };
};

test.each(['---\n\nFirst.\n\n---\n\nSecond.', '---\nFirst.\n\n---\n\nSecond.', '---\n# First.\n\n---\nSecond.'])(
  'a document that begins with a rule is read from its start',
  (source) => {
    expect(read(source).text).toBe('First.\n\nSecond.');
  },
);

test('front matter gives the title, and is no text', () => {
  expect(read('---\ntitle: Tea\n\ntags:\n- a\n---\nFirst.\n\n---\n\nSecond.')).toEqual({
    title: 'Tea',
    text: 'First.\n\nSecond.',
  });
  expect(read('---  \r\nlast-update:\r\n  2026\r\n---\r\nFirst.').text).toBe('First.');
});
