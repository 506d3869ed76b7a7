import { describe, expect, test } from '@jest/globals';
import { readMarkdown, readPasted } from '../../../functions/reviews/read/extract/document.ts';
import { extractHtml } from '../../../functions/reviews/read/extract/html.ts';

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

test.each([
  'Draft: please read before Friday.\n\n# Offer\n\nWe offer a lot.\n',
  'Draft: please read before Friday.\n\n# Offer\n\n- Lamps\n- Bulbs\n',
  'Draft: please read before\nFriday.\n',
  '\nDraft: please read before Friday.\n',
  '# Offer\n\nDraft: please read before Friday.\n',
])('a first section with a colon is text: %j', (section) => {
  expect(read(`---\n${section}\n---\n\n# Second`).text).toMatch(/Draft: please read before.*Second$/s);
});

test.each([
  '# Feel free to add content to this file.\n# See the theme.\n\nlayout: home',
  '\nlayout: home',
  '"layout": home\n\'list of pages\':\n  - one\n\n  - two',
  'page.layout: home\nog:title: Tea\ndate created: 2026-11-29',
  'tags: # all of them\n- a\n- b\ntítulo: [\n  Té\n]\nnote: >\n  A long\n\n  text.',
])('front matter is no text: %j', (matter) => {
  expect(read(`---\n${matter}\n---\nFirst.`).text).toBe('First.');
});

test('front matter gives the title, and is no text', () => {
  expect(read('---\ntitle: Tea\n\ntags:\n- a\n---\nFirst.\n\n---\n\nSecond.')).toEqual({
    title: 'Tea',
    text: 'First.\n\nSecond.',
  });
  expect(read('---\n# ours\n"title": Tea\n---\nFirst.').title).toBe('Tea');
  expect(read('---  \r\nlast-update:\r\n  2026\r\n---\r\nFirst.').text).toBe('First.');
});

describe('a pasted document', () => {
  const BODY = '## Install\n\n```sh\nnpm install tidy\n```\n\n- one\n- two';
  const idsOf = (source: string) => readPasted(source).elements.map(({ id }) => id);

  test.each([
    ['a comment', `<!-- markdownlint-disable -->\n# Tidy\n\n${BODY}`],
    ['two comments', `<!-- toc -->\n<!--\n# Old\n-->\n\n# Tidy\n\n${BODY}`],
    ['a header in HTML', `<div align="center">\n  <h1>Tidy</h1>\n  <p>Sorts files</p>\n</div>\n\n${BODY}`],
  ])('is Markdown though it begins with %s', (_, source) => {
    expect(idsOf(source)).toEqual(['h1-1', 'h2-1', 'code-1']);
    expect(readPasted(source).text).toMatch(/^Tidy\n\n.*npm install tidy\n\n- one\n- two$/s);
  });

  test.each([
    ['a comment', '<!-- by hand -->\n<!doctype html>\n<title>Tidy</title>\n\n# Tidy\n\n- one'],
    ['code', '<h1>Tidy</h1>\n<div><pre>\n\n# install\n\n- one\n</pre></div>\n<p>Runs.</p>'],
    ['a script', '<h1>Tidy</h1>\n<p>Runs.</p>\n<script>\n/*\n\n* one\n\n- two */\n</script>'],
  ])('is HTML though it has marks of Markdown, in a document with %s', (_, source) => {
    expect(idsOf(source)).not.toContain('list-1');
    expect(readPasted(source).text).toBe(extractHtml(source, { url: null }).text);
  });

  test('begins after its comment, and has nothing but a comment to read', () => {
    expect(readPasted('<!-- draft -->\nFirst.\n\nSecond.').text).toBe('First.\n\nSecond.');
    expect(readPasted('<!-- draft -->').text).toBe('');
  });
});
