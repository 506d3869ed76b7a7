import { expect, test } from '@jest/globals';
import { isSamePage } from '../../functions/browser/host-of.ts';

test.each([
  ['http://shop.example/cart', 'https://www.shop.example/cart/?utm=1#total'],
  ['https://app.example/#/orders?id=7', 'https://app.example/#/orders/'],
  ['https://app.example/#/', 'https://app.example/'],
  ['https://app.example/', 'https://app.example/#/start'],
])('%s is the same page as %s', (asked, seen) => {
  expect(isSamePage(asked, seen)).toBe(true);
});

test.each([
  ['https://shop.example/cart', 'https://shop.example/sign-in'],
  ['https://shop.example/cart', 'https://id.example/cart'],
  ['https://app.example/#/orders', 'https://app.example/#/sign-in'],
  ['https://app.example/#!/orders', 'https://app.example/'],
])('%s is another page than %s', (asked, seen) => {
  expect(isSamePage(asked, seen)).toBe(false);
});
