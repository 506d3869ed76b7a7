import { describe, expect, test } from '@jest/globals';
import { hasTerms, joinWords, leadsOf, splitWords, termsIn, wordsIn } from '../../functions/search/words.ts';

const finds = (query: string, text: string) => hasTerms(joinWords(wordsIn(text, 300)), termsIn(query));

describe('words of a text', () => {
  test.each([
    ['grosse', 'Die Größe stimmt nicht'],
    ['GRÖSSE', 'die größe stimmt nicht'],
    ['strasse', 'STRAẞE und Straße'],
    ['offnet', 'Er ÖFFNETE die Seite'],
    ['istanbul', 'İSTANBUL'],
    ['İstanbul', 'istanbul'],
    ['ISPARTA', 'ısparta'],
    ['cafe', 'Café'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['タワー', '東京タワーのデザイン'],
    ['デザイン', '東京タワーのデザイン'],
    ['ケース', 'iPhoneケース'],
    ['iphone', 'iPhoneケース'],
    ['按钮', '这个按钮不能点击'],
    ['สั่งซื้อ', 'ปุ่มสั่งซื้อใช้ไม่ได้'],
    ['محمد', 'مُحَمَّد كتب'],
    ['كتاب', 'كتـــاب'],
    ['שלום', 'שָׁלוֹם'],
    ['한국', '한국어 버튼'],
    ['हिन्दी', 'हिन्दी में'],
    ['checkout tot', 'The total of the checkout'],
    ['shop.example.com/cart', 'https://shop.example.com/cart'],
    ['４８２', 'order 48213'],
  ])('let “%s” find “%s”', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  test.each([
    ['out', 'checkout'],
    ['total price', 'total'],
    ['ろう', '東京タワー'],
    ['किताब', 'हिन्दी में'],
  ])('keep “%s” from finding “%s”', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  test('find every part of a long run of letters without spaces', () => {
    const run = Array.from({ length: 90 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
    for (let start = 0; start < 88; start += 1) {
      for (const length of [1, 2, 7, 16]) expect(finds(run.slice(start, start + length), run)).toBe(true);
    }
    expect(finds(run.slice(10, 60), run)).toBe(true);
  });

  test.each(['', '   ', '!?…', '😀 👍', '\u0000\ud800'])('are none in %j', (text) => {
    expect(termsIn(text)).toEqual([]);
  });

  test('are bounded in length and number for hostile texts', () => {
    expect(wordsIn('x'.repeat(10_000), 300)).toEqual(['x'.repeat(32)]);
    const distinct = Array.from({ length: 30_000 }, (_, at) => `w${at}`).join(' ');
    expect(distinct.length).toBeGreaterThan(150_000);
    expect(wordsIn(distinct, 300)).toHaveLength(300);
    expect(wordsIn('ﷺ'.repeat(30_000), 300).join('').length).toBeLessThan(300 * 32);
    expect(termsIn(distinct)).toHaveLength(8);
  });

  test('have every lead that a term which finds them has', () => {
    const texts = ['Größe checkout ab', '東京タワーのデザイン', '한국어를 abcd버튼', 'ปุ่มสั่งซื้อ', 'شارع कखगघङ'];
    for (const text of texts) {
      const words = wordsIn(text, 300);
      const leads = leadsOf(words);
      for (const word of words) {
        const letters = [...word];
        for (let end = 1; end <= letters.length; end += 1) {
          for (const lead of leadsOf(termsIn(letters.slice(0, end).join('')))) expect(leads).toContain(lead);
        }
      }
      expect(splitWords(joinWords(words))).toEqual(words);
    }
  });
});
