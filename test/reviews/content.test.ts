import { describe, expect, test } from '@jest/globals';
import { call, newWorkspace } from '../driver.ts';
import { faultsOf, reviewed, siteName, toldOf } from './content-cases.ts';
import { upload } from './documents.ts';

/** One of each kind; test/proof/content.test.ts has all of them. */
const of = reviewed({
  documents: ['readme.md', 'proposal.docx', 'leaflet.pdf', 'ui-good.png', 'podcast.wav'],
  sites: ['landing-good.html', 'landing-bad.html'],
  unreadable: [{ file: 'scanned.pdf', as: 'pdf', type: 'application/pdf' }, { site: 'spa-shell.html' }],
});

test('the good landing page has fewer faults than the bad one', () => {
  const [good, bad] = ['landing-good.html', 'landing-bad.html'].map((file) => faultsOf(of(siteName(file))));
  expect(good).toBeLessThan(bad!);
});

test('a PDF that is only a picture fails, and says so in its report', () => {
  const read = of('scanned.pdf');
  expect([read.review.status, read.feedback]).toEqual(['failed', []]);
  expect(toldOf(read)).toMatch(/contains no text, only pictures/);
  expect(read.markdown).toContain('It could not be read.');
});

test('an app that draws itself with scripts fails, or is reviewed with a warning', () => {
  expect(toldOf(of(siteName('spa-shell.html')))).toMatch(/script|words: 0/i);
});

describe('422', () => {
  test('a recording without a transcript is refused in words that help', async () => {
    const { owner } = await newWorkspace();
    const upload_key = await upload(owner, 'audio', 'podcast.wav', 'audio/wav');
    const body = { title: 'podcast', input_type: 'audio', upload_key };
    const { status, text } = await call('POST', '/api/reviews', { as: owner, body });
    expect([status, /can’t transcribe recordings. Upload a transcript/.test(text)]).toEqual([422, true]);
  });
});
