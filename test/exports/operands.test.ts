import { expect, test } from '@jest/globals';
import { cleanText } from '../../functions/exports/render/clean-text.ts';
import { FontBook } from '../../functions/exports/render/font-book.ts';
import { drawLine, nextLine } from '../../functions/exports/render/line.ts';
import { toParagraph } from '../../functions/exports/render/paragraph.ts';

const ROOM = 1_000_000;

/** The numbers of all TJ operators, in thousandths of the size. */
const movesOf = (text: string): string[] => {
  const book = new FontBook();
  const line = nextLine(book, toParagraph(book, text, false), 0, ROOM);
  const drawn = line ? drawLine(book, line, 0, 0, 10) : '';
  return [...drawn.matchAll(/\[([^\]]*)\] TJ/g)].flatMap(([, operands = '']) =>
    operands
      .replace(/<[0-9A-F]*>/g, ' ')
      .split(' ')
      .filter(Boolean),
  );
};

test('a line’s spaces are cut at 100, because each line would measure the rest again', () => {
  expect(cleanText(`a${'\t'.repeat(9998)}!\n  if (x)${' '.repeat(100)}{`)).toBe(
    `a${' '.repeat(100)}!\n  if (x)${' '.repeat(100)}{`,
  );
});

test.each(['עִבְרִית', 'Title: שָׁלוֹם עֲלֵיכֶם, the menu overlaps the logo', 'יִידיש אַלֶף', 'T̲o̲'])(
  'marks stay at their letters in %s',
  (text) => {
    const moves = movesOf(text);
    expect(moves.length).toBeGreaterThan(0);
    for (const move of moves) {
      expect(move).toMatch(/^-?\d+$/);
      expect(Math.abs(Number(move))).toBeLessThan(2000);
    }
  },
);
