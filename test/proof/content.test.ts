import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { faultsOf, reviewed, siteName, toldOf } from '../reviews/content-cases.ts';
import { DOCUMENTS } from '../reviews/documents.ts';

const texts = DOCUMENTS.filter(({ type }) => /^text/.test(type)).map(({ file }) =>
  readFileSync(join(import.meta.dirname, '../content', file), 'utf8'),
);
const handbook = Array.from({ length: 5 }, () => texts.join('\n\n')).join('\n\n');

const of = reviewed({
  documents: DOCUMENTS.map(({ file }) => file),
  sites: ['landing-good.html', 'landing-bad.html', 'pricing.html', 'article.html'],
  unreadable: [
    { file: 'scanned.pdf', as: 'pdf', type: 'application/pdf' },
    { file: 'spa-shell.html', as: 'document', type: 'text/html' },
    { site: 'spa-shell.html' },
    { site: 'absent.html' },
  ],
  texts: { handbook: handbook.slice(0, 190_000) },
});

test.each([
  ['landing-good.html', 'landing-bad.html'],
  [siteName('landing-good.html'), siteName('landing-bad.html')],
])('%s has fewer faults than %s', (good, bad) => {
  expect(faultsOf(of(good))).toBeLessThan(faultsOf(of(bad)));
});

describe('content that is cut or not judged', () => {
  test('reports where a text that is too long was cut', () => {
    const { review: one, markdown } = of('handbook');
    expect(one.status).toBe('complete');
    expect(one.content.cut.kept).toBeLessThanOrEqual(80_000);
    expect(one.content.cut.of).toBeGreaterThan(90_000);
    expect(markdown).toContain('**Cut:** only the first');
  });

  test('reports that a PDF of pictures has no text', () => {
    const read = of('scanned.pdf');
    expect([read.review.status, read.feedback]).toEqual(['failed', []]);
    expect(toldOf(read)).toMatch(/contains no text, only pictures/);
    expect(read.markdown).toContain('It could not be read.');
  });

  test.each(['spa-shell.html', siteName('spa-shell.html')])(
    '%s, an app that draws itself with scripts, fails or is reviewed with a warning',
    (name) => {
      expect(toldOf(of(name))).toMatch(/script|few words: 0\./i);
    },
  );

  test('reports that a page does not exist', () => {
    const read = of(siteName('absent.html'));
    expect(read.review.status).toBe('failed');
    expect(toldOf(read)).toMatch(/404/);
  });
});
