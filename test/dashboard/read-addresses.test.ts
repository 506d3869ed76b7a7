import { expect, test } from '@jest/globals';
import { readAddresses } from '../../web/dashboard/pages/workspace/read-addresses.ts';

const [ADA, BOB, CY] = ['ada@example.com', 'bob@example.com', 'cy@example.com'];

test.each([
  ['of a column', `${ADA}\n${BOB}`, [ADA, BOB]],
  ['between commas, semicolons and spaces', `${ADA}, ${BOB}; ${CY} dee@example.com`, [ADA, BOB, CY, 'dee@example.com']],
  ['of two cells with names', `Ada <${ADA}>\tBob <${BOB}>`, [ADA, BOB]],
  ['of one with a name after one without', `${ADA} Bob <${BOB}>`, [ADA, BOB]],
  ['of one without a name after one with', `Ada <${ADA}> ${BOB}`, [ADA, BOB]],
  ['whose names have the surname first', `Lovelace, Ada <${ADA}>; Byron, Bob <${BOB}>`, [ADA, BOB]],
  ['whose names are quoted', `"Lovelace; Ada" <${ADA}>, 'O’Neil, Bob' <${BOB}>`, [ADA, BOB]],
  ['that are their own names', `"${ADA}" <${ADA}>, '${BOB}' <${BOB}>, ${ADA} <${ADA}>`, [ADA, BOB]],
  ['with an @ in a name', `Ada @ Example <${ADA}>`, [ADA]],
  ['in brackets alone', `<${ADA}><${BOB}>`, [ADA, BOB]],
  ['once in any case', `${ADA}, ADA@example.com`, ['ADA@example.com']],
  ['with invalid ones, which can be reported', `Ada <${ADA}>, nobody; <someone>`, [ADA, 'nobody', 'someone']],
  ['with one whose @ is missing', `carol.example.com, Bob Byron <${BOB}>`, ['carol.example.com', BOB]],
  [
    'with one whose @ has only one side',
    `ada@ Bob <${BOB}>, @example.com, Cy <${CY}>`,
    ['ada@', BOB, '@example.com', CY],
  ],
  ['with a name whose address is missing', `Carol Danvers, Bob <${BOB}>, Dee Dee`, ['Carol Danvers', BOB, 'Dee Dee']],
  ['with words that can’t be a surname', `nobody, Byron, Bob <${BOB}>`, ['nobody', BOB]],
  ['with a domain for a name', `Example.com <${ADA}>`, [ADA]],
  ['of nothing', ' \n;, ', []],
])('reads addresses %s', (_, pasted, expected) => {
  expect(readAddresses(pasted)).toEqual(expected);
});
