import { describe, expect, test } from '@jest/globals';
import { groundIn } from '../../../functions/reviews/judge/ground.ts';
import { processorMs } from '../../processor-time.ts';
import { content } from './scene.ts';

const TEXT = `Lamps that last

We build lamps by hand in our workshop in Graz — and we’re “proud” of it.
Each one is tested
for a week… before it leaves.

FAQ

Prices start at 49 €. So\u00ADlar lamps ship within two days.
Ça coûte 5 euros, ﬁrst come, first served.

私たちはランプを手で作っています。ガラスはパリからです。

نَصْنَعُ المَصابيحَ بِاليَدِ في جـــراتس. آمل أن تصل.

בְּרֵאשִׁית בָּרָא אֱלֹהִים

हम दीपक हाथ से बनाते हैं।`;

const { ground } = groundIn(
  content({
    text: TEXT,
    title: 'The lamp shop',
    elements: [
      { id: 'h1-1', kind: 'heading', label: 'Lamps that last', level: 1 },
      { id: 'button-2', kind: 'button', label: 'Buy' },
      { id: 'link-3', kind: 'link', label: 'here', href: 'https://example.com/terms' },
    ],
    pictures: [{ element: 'image-1', key: 'k', type: 'image/png', width: 1000, height: 500 }],
  }),
);
const quoted = (quote: string, element: string | null = null) => ground({ quote, element, region: null });

describe('finding a quote', () => {
  test.each([
    ['as it stands', 'We build lamps by hand', 'We build lamps by hand'],
    ['in other case', 'WE BUILD LAMPS BY HAND', 'We build lamps by hand'],
    ['over a line break', 'Each one is tested for a week', 'Each one is tested\nfor a week'],
    ['with plain quotes and dashes', 'in Graz - and we\'re "proud" of it', 'in Graz — and we’re “proud” of it'],
    ['with a dash that is set without spaces', 'workshop in Graz—and we’re', 'workshop in Graz — and we’re'],
    ['with three dots for an ellipsis', 'for a week... before it leaves', 'for a week… before it leaves'],
    ['over a soft hyphen', 'Solar lamps ship within', 'Solar lamps ship within'],
    ['decomposed', 'C\u0327a cou\u0302te 5 euros', 'Ça coûte 5 euros'],
    ['with a ligature', 'first come, first served', 'ﬁrst come, first served'],
    ['in quotation marks of its own', '“Prices start at 49 €.”', 'Prices start at 49 €.'],
    ['in a script without spaces', 'ランプを手で', 'ランプを手で'],
    ['without the vowel marks of Arabic', 'نصنع المصابيح باليد', 'نَصْنَعُ المَصابيحَ بِاليَدِ'],
    ['without the stroke that stretches a word', 'باليد في جراتس', 'بِاليَدِ في جـــراتس'],
    ['with vowel marks of its own', 'آمَلُ أَن تَصِل', 'آمل أن تصل'],
    ['without the points of Hebrew', 'בראשית ברא אלהים', 'בְּרֵאשִׁית בָּרָא אֱלֹהִים'],
    ['in Hindi', 'हम दीपक हाथ से', 'हम दीपक हाथ से'],
    ['as the whole of a short line', 'FAQ', 'FAQ'],
    ['as the whole of a label', 'buy', 'Buy'],
    ['as an address', 'https://example.com/terms', 'https://example.com/terms'],
    ['as the title', 'The lamp shop', 'The lamp shop'],
    ['in parts that an ellipsis parts', 'We build lamps … leaves', 'We build lamps … leaves'],
    [
      'in parts that brackets part',
      'We build lamps by hand [...] tested for a week',
      'We build lamps by hand … tested\nfor a week',
    ],
  ])('a quote is found %s', (_, given, stands) => {
    expect(quoted(given)).toEqual({ quote: stands, element: null, region: null, grounded: true });
  });
});

describe('missing a quote', () => {
  test.each([
    ['that nobody wrote', 'We build lamps by machine'],
    ['with other vowel signs in Hindi', 'हम दीपिका हाथ से'],
    ['with a voiced letter in Japanese', 'ガラスはバリからです'],
    ['with another letter in Arabic', 'آمل أن تجل'],
    ['whose parts come in another order', 'Prices start at … We build lamps'],
    ['that is too short to tell', 'one is'],
    ['of one common word', 'lamps'],
    ['of dots alone', '… … …'],
  ])('a quote %s is not found', (_, given) => {
    expect(quoted(given)).toMatchObject({ grounded: false });
  });

  test('a quote that is not found is kept as it was given', () => {
    expect(quoted('Made up by a model')).toEqual({
      quote: 'Made up by a model',
      element: null,
      region: null,
      grounded: false,
    });
  });

  test('a made-up quote is not found, though a real element is named with it', () => {
    expect(quoted('Made up by a model', 'h1-1')).toMatchObject({ element: 'h1-1', grounded: false });
  });
});

describe('an element', () => {
  test.each([
    ['h1-1', 'h1-1'],
    [' [H1-1] ', 'h1-1'],
    ['image-1', 'image-1'],
  ])('%s grounds a finding without a quote', (given, element) => {
    expect(ground({ quote: null, element: given, region: null })).toEqual({
      quote: null,
      element,
      region: null,
      grounded: true,
    });
  });

  test('an element that the content doesn’t have grounds nothing', () => {
    expect(ground({ quote: null, element: 'h9-9', region: null })).toEqual({
      quote: null,
      element: null,
      region: null,
      grounded: false,
    });
    expect(ground({ quote: '  ', element: null, region: null })).toEqual({
      quote: null,
      element: null,
      region: null,
      grounded: false,
    });
  });

  test('lets a quote be short', () => {
    expect(quoted('Lamps', 'h1-1')).toMatchObject({ quote: 'Lamps', grounded: true });
  });
});

describe('a region', () => {
  const region = (given: number[] | null) => ground({ quote: null, element: 'image-1', region: given });

  test.each([
    ['in parts of the picture', [0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4]],
    ['in pixels', [100, 100, 300, 200], [0.1, 0.2, 0.3, 0.4]],
    ['cut at the edge', [0.9, 0.9, 0.5, 0.5], [0.9, 0.9, 0.1, 0.1]],
  ])('%s is a place', (_, given, shown) => {
    expect(region(given)).toEqual({ quote: null, element: 'image-1', region: shown, grounded: true });
  });

  test.each([
    ['outside the picture', [1.1, 0.2, 0.1, 0.1]],
    ['of no size', [0.5, 0.5, 0, 0.1]],
    ['outside in pixels', [2000, 10, 50, 50]],
  ])('%s grounds nothing', (_, given) => {
    expect(region(given)).toMatchObject({ region: null, grounded: false });
  });

  test('belongs to pictures only', () => {
    expect(ground({ quote: null, element: 'h1-1', region: [0, 0, 1, 1] })).toMatchObject({ region: null });
  });
});

test('a text of 80,000 characters and twelve findings take no time worth naming', async () => {
  const { ground: long } = groundIn(content({ text: 'Lamps are nice and round. '.repeat(3100) }));
  const all = () => {
    for (let times = 0; times < 12; times += 1) long({ quote: 'x'.repeat(400), element: null, region: null });
  };
  expect(await processorMs(all)).toBeLessThan(500);
});
