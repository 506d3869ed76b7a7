import { expect, test } from '@jest/globals';
import { wrongTotals } from '../../functions/facts/rules/amounts.ts';

const box = { x: 0, y: 0, width: 300, height: 200 };
/** Of rows like “Tea 5,00 € / Total 5,00 €”. */
const sumsIn = (order: string) => {
  const rows = order.split(' / ').map((row) => {
    const [, name = '', amount = ''] = /^(.*?) ((?:[€$-] ?)*[\d.,]+(?: €)?)$/.exec(row) ?? [];
    return { selector: 'tr', box, cells: [name, amount] };
  });
  const table = { selector: 'table', box, has_headers: true, is_data: true, rows };
  return wrongTotals(table).map(({ value }) => value);
};

test.each([
  'Zwischensumme 20,00 € / Versand 5,00 € / inkl. 19 % MwSt. 3,99 € / Gesamtsumme 25,00 €',
  'Zwischensumme 20,00 € / Versand 5,00 € / darin enthaltene MwSt. 3,99 € / Gesamtsumme 25,00 €',
  'Subtotal $20 / Shipping $5 / Includes VAT $3.99 / Total $25',
  'Subtotal $20.00 / Shipping $5.00 / You save $7.00 / Total $25.00',
  'Room incl. breakfast €100 / Parking €10 / Bike €10 / Total €120',
  'Subtotal $20 / Shipping $5 / Savings -$4 / Total $21',
])('the total of “%s” is right', (order) => {
  expect(sumsIn(order)).toEqual([]);
});

test.each([
  ['Zwischensumme 20,00 € / Versand 5,00 € / inkl. 19 % MwSt. 3,99 € / Gesamtsumme 26,00 €', '25'],
  ['Subtotal $20 / Shipping $5 / VAT $3.99 / Total $25', '28.99'],
  ['Room incl. breakfast €100 / Parking €10 / Bike €10 / Total €130', '120'],
])('the total of “%s” is wrong', (order, sum) => {
  expect(sumsIn(order)).toEqual([sum]);
});
