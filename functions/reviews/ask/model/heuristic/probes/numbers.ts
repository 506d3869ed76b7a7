import { between, count, listed, named, type Observation, type Probe, quoting } from '../observation.ts';
import { placesFor, typical } from '../places.ts';
import type { Document, Unit } from '../read-document.ts';
import { FIGURE, SOURCE } from './claims.ts';

const BASE =
  /\b(?:of|out of|from|than|per|compared|against|before|between|base|n ?=|von|aus|als|pro|gegenüber|vorher)\b/;
const SPAN =
  /\b(?:19|20)\d\d\b|\bq[1-4]\b|\b(?:per|a|each|last|within|in|over|since|after|by) (?:\w+ )?(?:day|week|month|quarter|year|hour|minute|january|february|march|april|may|june|july|august|september|october|november|december)s?\b|\b(?:pro|im|seit|innerhalb|letzten?) (?:\w+ )?(?:tag|woche|monat|quartal|jahr)/;
const figures = (document: Document): Observation | string => {
  const found = document.units.filter(({ lower }) => FIGURE.test(lower));
  if (document.words < 30) return 'there are too few words for figures';
  if (found.length === 0)
    return {
      score: 1.7,
      comment: `No figure with a unit stands in ${count(document.words, 'word')}: no amount, share, time or number of people.`,
      suggestion: 'Add the one figure that the decision hangs on, with base, period and source.',
      evidence: placesFor(document, 'start').map((place) => ({
        ...place,
        say: 'It would belong near what is quoted.',
      })),
    };
  const graded = found.map((unit) => {
    const lacks = [
      BASE.test(unit.lower) ? '' : 'a base',
      SPAN.test(unit.lower) ? '' : 'a period',
      SOURCE.test(unit.lower) ? '' : 'a source',
    ].filter(Boolean);
    return { unit, lacks };
  });
  const based = graded.filter(({ lacks }) => !lacks.includes('a base')).length;
  const dated = graded.filter(({ lacks }) => !lacks.includes('a period')).length;
  const sourced = graded.filter(({ lacks }) => !lacks.includes('a source')).length;
  const worst = [...graded].sort((a, b) => b.lacks.length - a.lacks.length || a.unit.before - b.unit.before);
  return {
    score:
      1.6 +
      1.3 * (based / found.length) +
      1.1 * (dated / found.length) +
      0.8 * Math.min(1, (2 * sourced) / found.length),
    comment: `${count(found.length, 'passage')} with figures: ${based} with a base or comparison, ${dated} with a period, ${sourced} with a source.`,
    evidence: worst
      .slice(0, 8)
      .map(({ unit, lacks }) =>
        quoting(
          unit.text,
          lacks.length > 0
            ? `Beside the quoted one stands no word for ${listed(lacks)}.`
            : 'The quoted one has all three.',
          lacks.length > 0 ? `Add ${lacks[0]}: of how many, compared with what, in which time?` : undefined,
        ),
      ),
  };
};

const toNumber = (text: string): number => {
  const plain = text.replace(/[\s’']/g, '');
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(plain)) return Number(plain.replace(/[.,]/g, ''));
  const decimal = /^(.*)[.,](\d{1,2})$/.exec(plain);
  return decimal ? Number(`${decimal[1]?.replace(/[.,]/g, '')}.${decimal[2]}`) : Number(plain.replace(/[.,]/g, ''));
};
const AMOUNT =
  /(?:[€$£]|eur|usd|chf|gbp)\s?(\d[\d.,’']*\d|\d)|(\d[\d.,’']*\d|\d)\s?(?:€|\$|£|eur\b|usd\b|chf\b|gbp\b|euros?\b)/;
const amountIn = (lower: string): number | undefined => {
  const found = AMOUNT.exec(lower);
  const number = found ? toNumber(found[1] ?? found[2] ?? '') : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
};

interface Clash {
  a: Unit;
  b: Unit | undefined;
  say: string;
}

const clashesIn = (document: Document): Clash[] => {
  const clashes: Clash[] = [];
  const said = new Map<string, { value: string; unit: Unit }>();
  for (const unit of document.units)
    for (const [, value = '', thing = ''] of [
      ...unit.lower.matchAll(
        /\b(\d{1,6})[- ]((?:days?|weeks?|months?|years?|hours?|minutes?|tage?|monate?)[- ](?:trial|test|guarantee|notice|refund|return|cooling|warranty|withdrawal|money|support|kündigung\w*|widerruf\w*|testphase))/g,
      ),
    ].slice(0, 4)) {
      const key = thing.replace(/s?[- ]/, ' ');
      const former = said.get(key);
      if (former && former.value !== value)
        clashes.push({
          a: unit,
          b: former.unit,
          say: `${named(`${value} ${thing}`)} here, ${named(`${former.value} ${thing}`)} elsewhere.`,
        });
      else said.set(key, { value, unit });
    }
  let run: { unit: Unit; amount: number }[] = [];
  for (const unit of document.units) {
    const amount = amountIn(unit.lower);
    if (/\b(?:total|sum|gesamt|summe|insgesamt)\b/.test(unit.lower) && amount !== undefined) {
      const sum = run.reduce((all, one) => all + one.amount, 0);
      const off = Math.abs(sum - amount);
      if (run.length >= 2 && off > 0.5 && off < amount * 0.5)
        clashes.push({
          a: unit,
          b: run[0]?.unit,
          say: `The ${run.length} amounts before it add up to ${Math.round(sum * 100) / 100}, the total says ${amount}.`,
        });
      run = [];
    } else if (amount !== undefined) run.push({ unit, amount });
    else if (unit.kind === 'heading') run = [];
  }
  const counted =
    /\b(two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|\d{1,2}) (?:steps|reasons|ways|tips|plans|rules|schritte|gründe|tipps|tarife)\b/;
  const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  const heading = document.units.find(({ lower, kind }) => kind === 'heading' && counted.test(lower));
  const word = heading ? counted.exec(heading.lower)?.[1] : undefined;
  const promised = word ? (/\d/.test(word) ? Number(word) : NUMBERS.indexOf(word)) : -1;
  const items = document.units.filter(({ text }) => /^\s*\d{1,2}[.)]\s/.test(text)).length;
  if (heading && promised > 1 && items > 1 && items !== promised)
    clashes.push({ a: heading, b: undefined, say: `It promises ${promised}, and ${items} numbered items were found.` });
  return clashes;
};

const consistency = (document: Document): Observation | string => {
  if (document.words < 30) return 'there are too few words to disagree';
  const clashes = clashesIn(document);
  const numbers = document.units.filter(({ lower }) => /\d/.test(lower));
  return {
    score: Math.max(1, (numbers.length > 0 ? 4.4 : 3.4) - clashes.length * 1.6),
    comment: `${count(clashes.length, 'disagreement')} among ${count(numbers.length, 'passage')} with numbers (periods that differ, totals that do not add up, counts that were promised). What words say against each other was not read.`,
    suggestion: clashes.length === 0 ? 'Recalculate the totals once by hand.' : undefined,
    evidence: [
      ...clashes.flatMap(({ a, b, say }) => [
        quoting(a.text, say, 'Decide which one is right, and change the other.'),
        ...(b ? [quoting(b.text, say, 'Decide which one is right, and change the other.')] : []),
      ]),
      ...numbers.map(({ text }) => quoting(text)),
      ...typical(document),
    ].slice(0, 8),
  };
};

const shares = (document: Document): Observation | string => {
  const found = document.units.filter(({ lower }) => /\d ?%|\bpercent|\bprozent/.test(lower));
  if (found.length === 0) return 'no percentage was found';
  const based = found.filter(({ lower }) =>
    /\bof (?:\d|the \d|all|our \d)|\bout of \d|\bfrom \d|\bn ?= ?\d|\bvon \d/.test(lower),
  );
  return {
    score: between(based.length / found.length, 0, 0.8),
    comment: `${based.length} of ${count(found.length, 'passage')} with percentages say of how many.`,
    suggestion: based.length === found.length ? 'Say also how sure that makes it.' : undefined,
    evidence: [
      ...found
        .filter((one) => !based.includes(one))
        .map(({ text }) => quoting(text, 'The quoted one does not.', 'Add the number behind the share: “18 of 24”.')),
      ...based.map(({ text }) => quoting(text)),
    ].slice(0, 8),
  };
};

/** Figures, and whether they agree. */
export const numberProbes: readonly Probe[] = [
  {
    id: 'figures',
    names: 'numbers that decide|case-study-editor:result|result|context|internal case|results',
    topics: 'number figure base period comparison statistic data',
    run: figures,
  },
  {
    id: 'consistent-numbers',
    names: 'internal consistency|prices and amounts|totals that add up|consistency',
    topics: 'consisten agree total contradict reconcile sum',
    run: consistency,
  },
  {
    id: 'shares',
    names: 'from data to finding|precision',
    topics: 'percent share conclusion data axis sample',
    run: shares,
  },
];
