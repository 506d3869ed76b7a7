import { describe, expect, test } from '@jest/globals';
import { type Content, type Element, textContent } from '../../functions/reviews/read/content.ts';
import { kindOf } from '../../functions/reviews/read/content-kind.ts';
import { KIND_SAMPLES } from './kind-samples.ts';

const site = (text: string, more: Partial<Content> = {}): Content => ({
  ...textContent('site', null, text),
  ...more,
});

const elements = (kind: Element['kind'], count: number): Element[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${kind}-${at}`, kind, label: 'x' }));

const picture = (width: number, height: number): Content => ({
  ...textContent('image', null, ''),
  elements: [{ id: 'image-1', kind: 'image', label: 'The uploaded image' }],
  pictures: [{ element: 'image-1', key: 'k', type: 'image/png', width, height }],
});

describe('the kind of content', () => {
  test.each(KIND_SAMPLES)('the kind of $about is $kind', ({ kind, title, url, text }) => {
    expect(kindOf(site(text, { url: url ?? null }), title ?? '')).toBe(kind);
  });

  test.each(KIND_SAMPLES)(
    'the kind of $about is $kind without its address, as a pasted text',
    ({ kind, title, url, text }) => {
      const found = kindOf(textContent('text', null, text), title ?? '');
      expect([kind, ...(url ? ['other'] : [])]).toContain(found);
    },
  );

  test('is read from elements, too', () => {
    const words = 'Tell us who you are. We answer within two days.';
    expect(kindOf(site(words), '')).toBe('other');
    expect(kindOf(site(words, { elements: elements('field', 7) }), '')).toBe('form');
    expect(kindOf(site(words, { elements: elements('code', 3) }), '')).toBe('documentation');
  });

  test.each([
    [1280, 1827, 'Our shop', 'shop'],
    [1280, 1827, 'Startseite', 'screenshot'],
    [300, 250, 'Spring', 'image_ad'],
    [1280, 720, 'Thumbnail for the pump video', 'image_ad'],
    [1600, 900, 'Werbebanner Frühling', 'image_ad'],
    [1920, 1080, 'Folie 3', 'slides'],
  ])('the kind of a picture of %d × %d called "%s" is %s', (width, height, name, kind) => {
    expect(kindOf(picture(width, height), name)).toBe(kind);
  });

  test.each(['audio', 'video'] as const)('the kind of %s is a talk, whatever it says', (input_type) => {
    const text = KIND_SAMPLES.find(({ kind }) => kind === 'contract_or_policy')!.text;
    expect(kindOf(textContent(input_type, null, text), '')).toBe('talk');
  });

  test.each([
    ['one line of 80,000 letters', 'x'.repeat(80_000)],
    ['80,000 commas', ','.repeat(80_000)],
    ['many dots and spaces', ' . '.repeat(26_000)],
    ['many lines', 'a\n'.repeat(40_000)],
    ['quotes that never close', '"a '.repeat(26_000)],
    ['half characters', '\ud800'.repeat(80_000)],
  ])('the kind of %s is found without delay', (_, text) => {
    const started = process.cpuUsage();
    kindOf(textContent('text', null, text), text);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
  });
});
