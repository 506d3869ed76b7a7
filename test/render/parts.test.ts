import { expect, test } from '@jest/globals';
import { Measurements } from '../../functions/browser/in-page/measurements.ts';
import { wrongTotals } from '../../functions/facts/rules/amounts.ts';
import { usePages } from './origin.ts';

const ORDER = (total: string) => `<!doctype html><html lang="en"><title>Order</title><table><tr><th>Item<th>Qty<th>Price
  <tr><td>Shirt<td>1<td>€10.00<tr><td>Shoes<td>2<td>€15.00<tr><td>Shipping<td colspan="2">€5.00
  <tr><td colspan="2">Total<td>${total}</table>`;

const LINKS = `<!doctype html><html lang="en"><title>Links</title><body><p id="p">Contact</p><b id="n">about tea</b>
  <a id="m" href="/a" aria-labelledby="m n">Read more</a><a href="/b" aria-labelledby="p"><svg></svg>x</a>
  <a href="/c"><svg aria-label="Insta"></svg></a><a href="/d" aria-labelledby="gone">Read more</a>
  <a href="/e"><svg></svg></a>`;

const pages = usePages({ '/links': LINKS, '/right': ORDER('€30.00'), '/wrong': ORDER('€40.00') });

const measure = async (path: string) => {
  const seen = await pages.see(path, { wants: { measurements: true } });
  if (!seen.ok) throw new Error(seen.said.text);
  return Measurements.parse(seen.measurements);
};

test('a cell over several columns keeps the cells after it in their columns', async () => {
  const { tables } = await measure('/right');
  expect(tables[0]?.rows.slice(-3).map(({ cells }) => cells)).toEqual([
    ['Shoes', '2', '€15.00'],
    ['Shipping', '', '€5.00'],
    ['Total', '', '€30.00'],
  ]);
  expect(tables.flatMap(wrongTotals)).toEqual([]);
  expect((await measure('/wrong')).tables.flatMap(wrongTotals)).toMatchObject([{ quote: '€40.00', value: '30' }]);
});

test('a link is named by the elements that it refers to, or by the label of its drawing', async () => {
  const { links } = await measure('/links');
  expect(links.map(({ href, text }) => [href, text])).toEqual([
    ['/a', 'Read more about tea'],
    ['/b', 'Contact'],
    ['/c', 'Insta'],
    ['/d', 'Read more'],
    ['/e', ''],
  ]);
});
