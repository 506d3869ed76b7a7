import { describe, expect, test } from '@jest/globals';
import type { Candidate, Candidates } from '../../functions/browser/in-page/candidates.ts';
import { findAgain } from '../../functions/verification/find-again.ts';
import type { Pinned } from '../../functions/verification/likenesses.ts';
import { pageParts } from '../../functions/verification/page-parts.ts';

const NODE: Candidate = {
  parent: 0,
  holder: -1,
  tag: 'button',
  at: [0, 3],
  role: 'button',
  landmark: -1,
  box: [40, 100, 120, 40],
  is_visible: true,
};

const body: Candidate = { ...NODE, parent: -1, tag: 'body', role: undefined, at: [0, 1], box: [0, 0, 1280, 800] };
const button = (text: string, at: number, more: Partial<Candidate> = {}): Candidate => ({
  ...NODE,
  at: [at, 3],
  name: text,
  text,
  box: [40, 100 + at * 60, 120, 40],
  ...more,
});

const pageOf = (nodes: Candidate[], selected: number | null): Candidates => ({
  nodes: [body, ...nodes],
  landmarks: [],
  selected: [{ node: selected, holder: -1 }],
  is_complete: true,
  view: { width: 1280, height: 800 },
  title: 'Shop',
});

const pinned: Pinned = {
  title: 'Shop',
  html: '<button class="buy">Buy the lamp</button>',
  anchor: {
    kind: 'element',
    selector: 'button:nth-of-type(2)',
    xpath: '/body/button[2]',
    role: 'button',
    name: 'Buy the lamp',
    tag: 'button',
    text: 'Buy the lamp',
    siblings: { index: 1, count: 3, previous: 'button Look closer', next: 'button Share with friends' },
    box: { x: 40, y: 160, width: 120, height: 40 },
  },
};

const look = button('Look closer', 0);
const share = button('Share with friends', 2);
const buy = button('Buy the lamp', 1, { attributes: { class: 'buy' } });

const find = (nodes: Candidate[], selected: number | null) => findAgain(pinned, pageParts(pageOf(nodes, selected)), 0);

test('an element that stayed is found as exact', () => {
  expect(find([look, buy, share], 2)).toMatchObject({ anchor: 'exact', node: 2 });
});

test('an element that moved to another place under another class is found', () => {
  const moved = {
    ...buy,
    at: [2, 3] as [number, number],
    attributes: { class: 'x1' },
    box: [600, 20, 120, 40] as const,
  };
  expect(find([look, share, { ...moved, box: [...moved.box] }], 3)).toMatchObject({ node: 3 });
});

test('a removed element is lost, although its neighbor is now where its selector leads', () => {
  const rest = [look, share].map((one, at) => ({ ...one, at: [at, 2] as [number, number] }));
  expect(find(rest, 2)).toMatchObject({ anchor: 'lost', node: null });
});

test('an element is lost if several are equally like it', () => {
  const twins = [0, 1, 2].map((at) => button('Buy the lamp', at, { box: [300 + at, 500, 20, 20 + at * 30] }));
  expect(find(twins, null)).toMatchObject({ anchor: 'lost', node: null });
});

test('an element is found by its place on a translated page', () => {
  const foreign = [
    button('Genauer ansehen', 0),
    button('In den Korb', 1, { attributes: { class: 'buy' } }),
    button('Teilen', 2),
  ];
  const page = { ...pageOf(foreign, 2), title: 'Laden' };
  expect(findAgain(pinned, pageParts(page), 0)).toMatchObject({ anchor: 'exact', node: 2 });
});

test('an element is lost if only its words were known, and they are gone', () => {
  const noted: Pinned = { anchor: { kind: 'text', text: 'Ships tomorrow' } };
  expect(findAgain(noted, pageParts(pageOf([look], null)), 0)).toMatchObject({ anchor: 'lost', score: 0, node: null });
});

describe('an element of which only a quote is known', () => {
  const SENTENCE = 'Returns are free for a month.';
  const WHOLE = `We build lamps in Berlin. ${SENTENCE}`;
  const text = (tag: string, words: string, parent = 0): Candidate => ({
    ...NODE,
    tag,
    parent,
    role: undefined,
    text: words.slice(0, 200),
  });
  const quoted = (quote: string, nodes: Candidate[], anchor: object = {}, selected: number | null = null) => {
    const all = nodes.map(({ text }) => text).join(' ');
    const page = pageOf(nodes, selected);
    const [top, ...rest] = page.nodes;
    const whole = { ...page, nodes: [{ ...top!, text: all.slice(0, 200) }, ...rest] };
    return findAgain({ title: 'Shop', anchor: { kind: 'text', text: quote, ...anchor } }, pageParts(whole), 0);
  };
  const others = (count: number) => Array.from({ length: count }, (_, at) => text('span', `Lamp ${at} of ${at * 7}`));

  test.each([
    ['a part of its text', SENTENCE, [text('h1', 'Lamps'), text('p', WHOLE)]],
    [
      'its whole text on a page of 2,000 elements',
      'Buy now',
      [text('h1', 'Buy'), text('a', 'Buy now'), ...others(2000)],
    ],
    ['its whole text, which others contain', 'Lamps', [text('p', 'Lamps and shades'), text('h1', 'Lamps')]],
    ['two parts of its text', 'We build … for a month.', [text('h1', 'Lamps'), text('p', WHOLE)]],
    ['words with spaces where elements begin', 'We build lamps', [text('h1', 'Shop'), text('p', 'We build la mps .')]],
  ])('is found by %s', (_, quote, nodes) => {
    expect(quoted(quote, nodes)).toEqual({ anchor: 'exact', score: 1, node: 2 });
  });

  test('is the innermost one that has the quote', () => {
    const nodes = [text('section', WHOLE), text('p', WHOLE, 1), text('b', SENTENCE, 2)];
    expect(quoted(SENTENCE, nodes)).toMatchObject({ anchor: 'exact', node: 3 });
  });

  test('is the one that the selector leads to, if several have the quote', () => {
    const nodes = [text('p', WHOLE), text('li', WHOLE)];
    expect(quoted(SENTENCE, nodes, { selector: 'li' }, 2)).toMatchObject({ anchor: 'exact', node: 2 });
    expect(quoted(SENTENCE, nodes.slice(1), { selector: 'p' })).toMatchObject({ anchor: 'moved', node: 1 });
  });

  test('is an image that the selector leads to, if its name has the quote', () => {
    const image = { ...text('img', ''), name: 'A lamp on a desk' };
    expect(quoted('A lamp on a desk', [text('p', 'A lamp on a desk'), image], { selector: 'img' }, 2)).toMatchObject({
      anchor: 'exact',
      node: 2,
    });
  });

  test.each([
    ['the name of an image', 'A lamp on a desk', { tag: 'img', name: 'A lamp on a desk' }],
    [
      'the alternative text of an image with another name',
      'A lamp on a desk',
      { tag: 'img', name: 'Lamp', attributes: { alt: 'A lamp on a desk' } },
    ],
    [
      'the placeholder of a field with a label',
      'Your work email address',
      { tag: 'input', name: 'Email', attributes: { placeholder: 'Your work email address' } },
    ],
    ['the name of a button', 'Subscribe for free', { tag: 'input', role: 'button', name: 'Subscribe for free' }],
    ['a numbered list', 'Choose a plan\n2. Pay\n3. Start', { tag: 'ol', text: 'Choose a plan Pay Start' }],
    ['written numbers', '1. Choose a plan\n2. Pay', { tag: 'p', text: '1. Choose a plan 2. Pay' }],
  ])('is found by %s', (_, quote, node) => {
    expect(quoted(quote, [text('h1', 'Lamps'), { ...text('p', ''), ...node }])).toEqual({
      anchor: 'exact',
      score: 1,
      node: 2,
    });
  });

  test('is the one whose text has the quote rather than one with it as a label', () => {
    const nodes = [{ ...text('img', ''), name: 'A lamp on a desk' }, text('p', 'A lamp on a desk')];
    expect(quoted('A lamp on a desk', nodes)).toMatchObject({ anchor: 'exact', node: 2 });
  });

  test.each([
    ['the title of the page', 'Shop'],
    ['an address', 'https://shop.example/lamps'],
  ])('is neither found nor lost if the quote is %s', (_, quote) => {
    expect(quoted(quote, [text('h1', 'Lamps')])).toMatchObject({ node: null, is_unclear: true });
  });

  test('is found by similar words after they were edited', () => {
    const nodes = [text('h1', 'Lamps'), text('p', 'Our shop sells desk lamps.')];
    expect(quoted('Our shop sells lamps.', nodes)).toMatchObject({ anchor: 'moved', node: 2 });
  });

  test.each([
    ['several elements have the quote', [text('p', WHOLE), text('li', WHOLE)]],
    ['a text goes on after its first 200 characters', [text('h1', 'Lamps'), text('p', 'Long words. '.repeat(30))]],
    ['the quote is in two elements', [text('p', 'Returns are'), text('p', 'free for a month.')]],
  ])('is neither found nor lost if %s', (_, nodes) => {
    expect(quoted(SENTENCE, nodes)).toMatchObject({ node: null, is_unclear: true });
  });

  test('is neither found nor lost if shadow roots have words that no element’s text has', () => {
    const page = { ...pageOf([text('h1', 'Lamps')], null), has_loose_words: true };
    const found = findAgain({ title: 'Shop', anchor: { kind: 'text', text: SENTENCE } }, pageParts(page), 0);
    expect(found).toMatchObject({ node: null, is_unclear: true });
  });

  test('is lost if all texts of the page lack the quote, however long the page is', () => {
    const nodes = [text('h1', 'Lamps'), ...others(100)];
    expect(quoted(SENTENCE, nodes)).toMatchObject({ anchor: 'lost', node: null });
    expect(quoted(SENTENCE, nodes)).not.toHaveProperty('is_unclear');
  });
});

describe('an element that a finding names by its selector', () => {
  const others = Array.from({ length: 80 }, (_, at) => button(`Lamp ${at * 7919}`, at));
  const named = (anchor: object, selected: number | null, more: Partial<Candidate> = {}) =>
    findAgain(
      { title: 'Shop', anchor: { kind: 'element', selector: '#buy', ...anchor } },
      pageParts(pageOf([look, { ...buy, ...more }, ...others], selected)),
      0,
    );

  test.each([
    ['a tag and a name', { tag: 'button', name: 'Buy the lamp' }],
    ['a name', { name: 'Buy the lamp' }],
    ['a box', { box: { x: 40, y: 160, width: 120, height: 40 } }],
    ['nothing', {}],
  ])('is found by it on a large page if %s is known besides', (_, anchor) => {
    expect(named(anchor, 2)).toEqual({ anchor: 'exact', score: 1, node: 2 });
  });

  test.each([
    ['leads nowhere', null, {}],
    ['leads to an element with another tag', 2, { tag: 'a' }],
    ['leads to an element that isn’t visible', 2, { is_visible: false }],
  ])('is neither found nor lost if the selector %s', (_, selected, more) => {
    expect(named({ tag: 'button', name: 'Buy the lamp' }, selected, more)).toMatchObject({
      ...{ node: null, is_unclear: true },
    });
  });
});
