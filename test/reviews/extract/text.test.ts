import { expect, test } from '@jest/globals';
import { said } from '../../../functions/codes/said.ts';
import { decodeText } from '../../../functions/reviews/read/extract/text.ts';

const bytes = (...parts: readonly (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

test.each([
  ['a bad byte', bytes('Grüße aus Köln', 0xff, '.'), 'Grüße aus Köln\ufffd.'],
  ['a letter that is cut off at its end', bytes('Grüße', 0xe2, 0x82), 'Grüße\ufffd'],
  ['a letter of Windows-1252', bytes('<meta charset="utf-8">Grü', 0xdf, 'e'), '<meta charset="utf-8">Grü\ufffde'],
])('UTF-8 with %s keeps its other letters', (_, file, text) => {
  expect(decodeText(file)).toEqual({ text, notes: [] });
});

test('another declared encoding with a bad byte keeps its other letters', () => {
  const file = Buffer.concat([Buffer.from('<meta charset=shift_jis>'), Buffer.from('93fa967bff', 'hex')]);
  expect(decodeText(file)).toEqual({ text: '<meta charset=shift_jis>日本\ufffd', notes: [] });
});

test.each(['', '<meta charset="utf-8">'])('Windows-1252 after “%s” is read as such, with a note', (head) => {
  const file = Buffer.from(`${head}Grüße aus Köln`, 'latin1');
  expect(decodeText(file)).toEqual({ text: `${head}Grüße aus Köln`, notes: [said('not_utf8')] });
});
