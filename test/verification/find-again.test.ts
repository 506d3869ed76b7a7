import { expect, test } from '@jest/globals';
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

test('finds an element that stayed, as exact', () => {
  expect(find([look, buy, share], 2)).toMatchObject({ anchor: 'exact', node: 2 });
});

test('finds an element that moved to another place under another class', () => {
  const moved = {
    ...buy,
    at: [2, 3] as [number, number],
    attributes: { class: 'x1' },
    box: [600, 20, 120, 40] as const,
  };
  expect(find([look, share, { ...moved, box: [...moved.box] }], 3)).toMatchObject({ node: 3 });
});

test('calls a removed element lost, although its neighbor is now where its selector leads', () => {
  const rest = [look, share].map((one, at) => ({ ...one, at: [at, 2] as [number, number] }));
  expect(find(rest, 2)).toMatchObject({ anchor: 'lost', node: null });
});

test('calls an element lost if several are equally like it', () => {
  const twins = [0, 1, 2].map((at) => button('Buy the lamp', at, { box: [300 + at, 500, 20, 20 + at * 30] }));
  expect(find(twins, null)).toMatchObject({ anchor: 'lost', node: null });
});

test('finds an element by its place on a translated page', () => {
  const foreign = [
    button('Genauer ansehen', 0),
    button('In den Korb', 1, { attributes: { class: 'buy' } }),
    button('Teilen', 2),
  ];
  const page = { ...pageOf(foreign, 2), title: 'Laden' };
  expect(findAgain(pinned, pageParts(page), 0)).toMatchObject({ anchor: 'exact', node: 2 });
});

test('calls an element lost if only its words were known, and they are gone', () => {
  const noted: Pinned = { anchor: { kind: 'text', text: 'Ships tomorrow' } };
  expect(findAgain(noted, pageParts(pageOf([look], null)), 0)).toMatchObject({ anchor: 'lost', score: 0, node: null });
});
