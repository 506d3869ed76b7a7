import type { Table } from '../../browser/in-page/measurements.ts';
import type { Place } from '../fact.ts';
import { type Passage, placeIn } from './passage.ts';

const NUMBER = "[-−–]?\\d(?:[\\d.,’' ]{0,22}\\d)?";
const CURRENCY = '(?:[€$£¥]|(?:EUR|USD|GBP|CHF|JPY)\\b)';
const AMOUNT = `(?:(?<before>${CURRENCY}) ?(?<a>${NUMBER})|(?<b>${NUMBER}) ?(?<after>${CURRENCY}))`;

/** “1.234,50”, “1,234.50”, “1’234”, “12.5” and “0.125” as they are meant. */
const readNumber = (text: string) => {
  const plain = text.replace(/[\s’']/g, '').replace(/^[−–]/, '-');
  const grouping = /^-?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/.exec(plain)?.[1];
  const [end = '', mark = '', fraction = ''] = (!grouping && /([.,])(\d+)$/.exec(plain)) || [];
  const isDecimal = mark !== '' && (fraction.length < 3 || plain.indexOf(mark) === plain.lastIndexOf(mark));
  const whole = (isDecimal ? plain.slice(0, -end.length) : plain).replace(/[.,]/g, '');
  return {
    number: Number(isDecimal ? `${whole}.${fraction}` : whole),
    grouping,
    decimal: isDecimal ? mark : undefined,
  };
};

const CELL = new RegExp(`^(?:[-−–] ?)?${CURRENCY}? ?${NUMBER} ?(?:${CURRENCY}|%)?$`, 'u');
const digitsIn = (cell: string) => /\d.*\d|\d/.exec(cell)?.[0] ?? '';
const cellNumber = (cell: string): number | undefined => {
  if (!CELL.test(cell)) return undefined;
  const { number } = readNumber(digitsIn(cell));
  return /^[^\d]*[-−–]/.test(cell) ? -number : number;
};

/** One mark groups thousands in a cell and begins the decimals of another. */
const isAmbiguous = (cells: readonly string[]): boolean => {
  const all = cells.map((cell) => readNumber(digitsIn(cell)));
  return all.some(({ grouping }) => grouping !== undefined && all.some(({ decimal }) => decimal === grouping));
};

/** “Total assets” may be the sum of other totals. */
const TOTAL =
  /^(?:(?:(?:grand |order )?total|sum|summe|gesamt(?:betrag|summe|preis)?)(?: (?:price|amount|cost|due))?|合計|総計|المجموع|total général) *:?$/iu;
const SUBTOTAL = /^(?:sub-?total|zwischensumme|小計|sous-total)/iu;
/** It may be contained in the others, or have been subtracted from them. */
const CONTAINED =
  /(?<!\p{L})(?:ink?l|in[ck]lusive|includ(?:es|ed|ing)|enthalten(?:e[nrs]?)?|darin|davon|of which|dont|saved?|savings?|ersparnis|sparen)(?!\p{L})/iu;

export const wrongTotals = ({ rows }: Table): Place[] => {
  const identifiers = rows.every(({ cells: [name = ''] }) => !/\p{Ll}{2}/u.test(name) || name === rows[0]?.cells[0]);
  const at = rows.findIndex(({ cells: [name = ''] }) => TOTAL.test(name) && name.length < 40);
  const total = rows[at];
  if (!total || (identifiers && /[A-Z_]{4}/.test(total.cells[0] ?? ''))) return [];
  const lastSubtotal = rows.slice(0, at).findLastIndex(({ cells: [name = ''] }) => SUBTOTAL.test(name));
  const parts = rows.slice(Math.max(lastSubtotal, 0), at);
  const readings = [parts, parts.filter(({ cells: [name = ''] }) => !CONTAINED.test(name))];
  return total.cells.flatMap((cell, column) => {
    const expected = column === 0 ? undefined : cellNumber(cell);
    const numbers = parts.flatMap(({ cells }) => cellNumber(cells[column] ?? '') ?? []);
    const filled = parts.filter(({ cells }) => /\d/.test(cells[column] ?? '')).length;
    if (expected === undefined || numbers.length < 2 || filled !== numbers.length) return [];
    if (isAmbiguous([cell, ...parts.map(({ cells }) => cells[column] ?? '')])) return [];
    const sumsBy = (factorOf: (cells: readonly string[]) => number) =>
      readings.map((read) =>
        read.reduce((all, { cells }) => all + (cellNumber(cells[column] ?? '') ?? 0) * factorOf(cells), 0),
      );
    const sums = sumsBy(() => 1);
    const weighted = total.cells.flatMap((_, other) =>
      other === column ? [] : sumsBy((cells) => cellNumber(cells[other] ?? '') ?? 1),
    );
    const distance = (sum: number) => Math.abs(sum - expected);
    const isMean = expected <= Math.max(...numbers);
    if (isMean || [...sums, ...weighted].some((sum) => distance(sum) <= (/%/.test(cell) ? 2 : 0.011))) return [];
    const [sum = 0] = sums.sort((one, other) => distance(one) - distance(other));
    const { selector, box } = total;
    return [{ selector, box, quote: cell, value: String(Math.round(sum * 100) / 100) }];
  });
};

const COUNTED = /\d|\b(?:two|three|four|five|six|ten|both|pair|zwei|drei|vier|fünf|zehn|beide)\b/i;
const FROM = /\b(?:from|up to|over|under|more than|at least|save|ab|bis(?: zu)?|über|unter|mindestens)\s*$/i;
const THING =
  /^(?:(?:the|our|your|an?|each|every|one|d(?:er|ie|as)|eine?|jede[rs]?|unsere?) )?(?<thing>[\p{L}][^.!?:;]{2,60}?)(?::| costs?| cost only| is(?: now)?| kostet| kosten)(?: only| just| nur)? *$/iu;
/** Labels that are repeated for different things. */
const LABEL =
  /^(?:(?:regular|sale|list|unit|your|new|old|original|starting) )?(?:price|total|subtotal|cost|amount|sum|fee|tax|vat|shipping|delivery|discount|deposit|saving|now|was|only|preis|summe|gesamt|betrag|versand|mwst|rabatt|kosten|zwischensumme)s?$/i;
const PRICE = new RegExp(AMOUNT, 'u');
/** “12 € monatlich”, “$10 per month, billed yearly” */
const PERIODS =
  /(?<!\p{L})(?:daily|weekly|monthly|quarterly|yearly|annual(?:ly)?|(?:täg|wöchent|monat|vierteljähr|jähr)lich(?:e[mnrs]?)?|mensuel(?:le)?|annuel(?:le)?)(?!\p{L})/giu;

interface Price {
  passage: Passage;
  thing: string;
  amount: number;
  money: string;
  from: number;
  words: string;
}

const pricesIn = (passage: Passage): Price[] => {
  if (passage.tag === 'tr') return [];
  let from = 0;
  return passage.text.split(/(?<=[.!?]) (?=\p{Lu})/u).flatMap((sentence) => {
    const start = from;
    from += sentence.length + 1;
    const found = PRICE.exec(sentence);
    if (!found) return [];
    const before = sentence.slice(0, found.index);
    const named = THING.exec(before)?.groups?.thing?.toLowerCase().trim() ?? '';
    if (named === '' || LABEL.test(named) || COUNTED.test(named) || FROM.test(before)) return [];
    const { a, b, before: left, after: right } = found.groups ?? {};
    const rest = sentence.slice(found.index + found[0].length);
    const unit = /^ ?(?:\/ ?|(?:per|an?|each|je|pro|im) )(\p{L}+)/iu.exec(rest)?.[1] ?? '';
    const thing = [named.replace(/s$/, ''), unit, ...(rest.match(PERIODS) ?? [])].join(' ').toLowerCase().trim();
    const amount = readNumber(a ?? b ?? '').number;
    return [{ passage, thing, amount, money: left ?? right ?? '', from: start + found.index, words: found[0] }];
  });
};

export const differingPrices = (passages: readonly Passage[]): Place[] => {
  const all = Map.groupBy(passages.flatMap(pricesIn), ({ thing, money }) => `${thing} ${money}`);
  return [...all.values()].flatMap(([first, ...others]) => {
    const different = others.filter(({ amount }) => amount !== first?.amount);
    // With three prices it is a label, too.
    if (!first || new Set(different.map(({ amount }) => amount)).size > 1) return [];
    return different.map(({ passage, from, words }) =>
      placeIn(passage, from, words.length, `${first.words} ≠ ${words}`),
    );
  });
};
