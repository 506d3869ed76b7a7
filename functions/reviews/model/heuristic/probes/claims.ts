import { between, count, listed, named, type Observation, type Probe, quoting } from '../observation.ts';
import { placesFor, typical } from '../places.ts';
import type { Document, Unit } from '../read-document.ts';

const CLAIM =
  /\b(?:best|leading|fastest|most (?:\w+)|number one|no\. ?1|#1|proven|guarantee\w*|world[- ]class|revolution\w*|unique|unrivalled|unparalleled|trusted by|loved by|thousands|millions|\d+x|\d+ ?%|\d+ percent|increase[sd]? (?:your|by|the)|boosts?|saves? (?:you|time|money)|reduces? (?:your|by)|twice as|(?:better|faster|cheaper) than|beste\w*|führend\w*|schnellste\w*|einzigartig\w*|garantiert\w*|bewährt\w*|prozent|tausende|spart)\b/;
const SOURCE =
  /https?:\/\/|\baccording to|\bsource\b|\bstudy\b|\bsurvey|\breport\b|\bmeasured|\btested (?:by|in|with|on)|\baudit|\bbenchmark|\bcase study|\bbased on|\bdata from|\bn ?= ?\d|\[\d{1,2}\]|[¹²³]|\bresearch by|\bquelle|\blaut\b|\bstudie|\bumfrage|\bgemessen|\bgetestet/;
const YEAR = /\b(?:19|20)\d\d\b/;
const FIGURE =
  /\d{1,12}(?:[.,]\d{1,12}){0,4}\s?(?:%|percent|prozent|x\b|times|hours?|minutes?|days?|weeks?|months?|years?|people|users?|customers?|teams?|companies|stunden|minuten|tage|wochen|monate|jahre|kunden|nutzer|€|\$|£|k\b|m\b|bn\b|million|milliarden|ms\b|mb\b|gb\b)|(?:[€$£]\s?)\d/;

/** Whether a claim has, in its own or a neighbouring sentence of its block, something that can be checked. */
const isBacked = (units: readonly Unit[], at: number): boolean =>
  [units[at], units[at - 1], units[at + 1]].some(
    (unit) =>
      unit !== undefined &&
      unit.block === units[at]?.block &&
      (SOURCE.test(unit.lower) ||
        (unit !== units[at] && FIGURE.test(unit.lower) && !CLAIM.test(unit.lower)) ||
        (YEAR.test(unit.lower) && FIGURE.test(unit.lower)) ||
        /\bfrom \d.{0,60}\bto \d|\bvon \d.{0,60}\bauf \d/.test(unit.lower)),
  );

const proof = (document: Document): Observation | string => {
  const { units, language, words } = document;
  if (language.lists === undefined)
    return `the words of claims are known in English and German, and this is in ${language.name}`;
  if (words < 20) return 'there are too few words for claims';
  const claims = units.flatMap((unit, at) =>
    unit.kind !== 'heading' && CLAIM.test(unit.lower) ? [{ unit, backed: isBacked(units, at) }] : [],
  );
  const bare = claims.filter(({ backed }) => !backed);
  const figures = units.filter(({ lower }) => FIGURE.test(lower));
  if (claims.length === 0)
    return {
      score: figures.length > 0 ? 4.2 : 3.2,
      comment: `No superlative, promise or percentage was found in ${count(words, 'word')}, and ${count(figures.length, 'passage')} with a figure: little that needs proof${figures.length === 0 ? ', and little that gives it' : ''}.`,
      suggestion: figures.length === 0 ? 'Add one fact that can be looked up.' : 'Link the source of the figure.',
      evidence: [...figures.map(({ text }) => quoting(text)), ...typical(document)],
    };
  return {
    score:
      between(bare.length / Math.max(3, claims.length), 1, 0.1) * 0.75 +
      between((1000 * bare.length) / Math.max(200, words), 30, 0) * 0.25,
    comment: `${count(claims.length, 'claim')} (superlatives, promises, percentages); with a source, a year or a second figure beside them: ${claims.length - bare.length}.`,
    suggestion: bare.length === 0 ? 'Link each source, so that it can be checked.' : undefined,
    evidence: [
      ...bare.map(({ unit }) =>
        quoting(
          unit.text,
          `Nothing beside the quoted claim can be checked (${named(CLAIM.exec(unit.lower)?.[0] ?? '', 30)}).`,
          'Put a case, a figure with its base, or a source next to it; or claim less.',
        ),
      ),
      ...claims
        .filter(({ backed }) => backed)
        .map(({ unit }) => quoting(unit.text, 'The quoted claim has something beside it that can be checked.')),
    ].slice(0, 8),
  };
};

const isStatement = ({ kind, lower }: Unit) =>
  kind !== 'heading' && kind !== 'navigation' && !/^(?:by|von) \p{L}|·/u.test(lower);

const sources = (document: Document): Observation | string => {
  const { units, words } = document;
  const figures = units.flatMap((unit, at) =>
    isStatement(unit) && (FIGURE.test(unit.lower) || /["“„][^"”“]{30,}["”“]/.test(unit.text)) ? [{ unit, at }] : [],
  );
  const sourced = figures.filter(
    ({ unit, at }) =>
      [unit, units[at + 1]].some((one) => one && one.block === unit.block && SOURCE.test(one.lower)) ||
      document.links.some(({ label }) => label.length > 4 && unit.text.includes(label)),
  );
  if (words < 30) return 'there are too few words for statements';
  if (figures.length === 0)
    return {
      score: 2.8,
      comment: `No figure with a unit and no quotation was found in ${count(words, 'word')}, so nothing here asks for a source.`,
      suggestion: 'Where something is known from somewhere, say from where.',
      evidence: typical(document, 'The quoted sentence is typical of it.'),
    };
  return {
    score: between(sourced.length / figures.length, 0, 0.6),
    comment: `${sourced.length} of ${count(figures.length, 'figure or quotation', 'figures and quotations')} name or link a source in the same or the next sentence.`,
    suggestion: sourced.length === figures.length ? 'Check that they are primary and dated.' : undefined,
    evidence: [
      ...figures
        .filter((one) => !sourced.includes(one))
        .map(({ unit }) =>
          quoting(unit.text, 'The quoted statement has none.', 'Say who counted it, when, and link it.'),
        ),
      ...sourced.map(({ unit }) => quoting(unit.text, 'The quoted one has a source.')),
    ].slice(0, 8),
  };
};

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

const CONCRETE = /\d|\b(?:for example|for instance|e\.g\.|zum beispiel|z\. ?b\.|because|weil)\b|`|https?:\/\//;
const substance = (document: Document): Observation | string => {
  const { sentences, language } = document;
  if (sentences.length < 3) return 'there are fewer than three whole sentences';
  const isConcrete = (unit: Unit) =>
    CONCRETE.test(unit.lower) || (language.lists !== 'de' && /[\p{Ll},] \p{Lu}\p{Ll}{2,}/u.test(unit.text));
  const concrete = sentences.filter(isConcrete);
  const general = sentences.filter((unit) => !isConcrete(unit));
  return {
    score: between(concrete.length / sentences.length, 0.05, 0.6),
    comment: `${concrete.length} of ${count(sentences.length, 'sentence')} hold a number, a name, an example, a reason or a link; the other ${general.length} could stand in other texts.`,
    suggestion: undefined,
    evidence: [
      ...general.map(({ text }) =>
        quoting(text, 'The quoted sentence has none of them.', 'Add what only you can know: a number, a name, a case.'),
      ),
      ...concrete.map(({ text }) => quoting(text)),
    ].slice(0, 8),
  };
};

const PROOF_OF_AGE =
  /\b(?:recently|new(?:ly)?|now|soon|latest|currently|upcoming|this (?:year|month|week|summer|winter|spring|autumn)|next (?:year|month|week)|neu\w*|aktuell\w*|demnächst|derzeit|kürzlich|heuer|dieses jahr)\b/;
const freshness = (document: Document): Observation | string => {
  const { units, words } = document;
  if (words < 40) return 'there are too few words to age';
  const ageing = units.filter(({ lower }) => PROOF_OF_AGE.test(lower) && !/\b(?:19|20)\d\d\b/.test(lower));
  const dated = units.filter(({ text }) => /\b(?:19|20)\d\d\b/.test(text));
  const upkeep = units.filter(({ lower }) =>
    /\b(?:last (?:updated|changed|reviewed|modified)|updated (?:on|in)|reviewed (?:on|by|in)|version \d|as of|valid (?:from|until)|stand:? |zuletzt (?:geändert|aktualisiert)|gültig (?:ab|bis))/.test(
      lower,
    ),
  );
  return {
    score: Math.max(
      1,
      Math.min(
        4.8,
        2.2 +
          (dated.length > 0 ? 1.2 : 0) +
          (upkeep.length > 0 ? 1.3 : 0) +
          0.3 -
          Math.min(2, (ageing.length * 100) / Math.max(150, words)),
      ),
    ),
    comment: `${count(dated.length, 'passage')} name a year, ${upkeep.length} say when it was last changed or how long it holds; ${ageing.length} use words that age, such as “new” or “currently”, without a date.`,
    suggestion: upkeep.length === 0 ? 'Add “Last changed on …” and who keeps it true.' : undefined,
    evidence: [
      ...ageing.map(({ text }) => quoting(text, 'The quoted passage will be false first.', 'Put the date beside it.')),
      ...upkeep.map(({ text }) => quoting(text)),
      ...dated.map(({ text }) => quoting(text)),
      ...placesFor(document, 'end'),
    ].slice(0, 8),
  };
};

const authorship = (document: Document): Observation | string => {
  const { units, words } = document;
  if (words < 40) return 'there are too few words for an author';
  const byline = units.filter(({ text }) =>
    /\b(?:[Bb]y|[Vv]on|[Aa]uthor:?|[Ww]ritten by|[Aa]utor(?:in)?:?)\s+\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(text),
  );
  const dated = units.filter(({ lower }) => /\b(?:19|20)\d\d\b/.test(lower));
  const sourced = units.filter(({ lower }) => SOURCE.test(lower));
  const signs = [
    ['a named author', byline],
    ['a year', dated],
    ['a source', sourced],
  ] as const;
  const there = signs.filter(([, found]) => found.length > 0).map(([name]) => name);
  return {
    score: 1.5 + there.length * 1.05,
    comment: `Of author, date and sources, ${there.length === 0 ? 'none' : listed(there)} ${there.length === 1 ? 'was' : 'were'} found.`,
    suggestion:
      byline.length === 0
        ? 'Add who wrote it, why one should trust them, and when it was changed last.'
        : 'Say what the author has done with the subject.',
    evidence: [
      ...[...byline, ...dated, ...sourced].slice(0, 6).map(({ text }) => quoting(text)),
      ...placesFor(document, 'start'),
    ],
  };
};

const comparisons = (document: Document): Observation | string => {
  const found = document.units.filter(
    ({ lower }) =>
      /\b(?:than|compared (?:to|with)|unlike|others?|competitors?|was [€$£]|instead of|versus|vs\.?|als (?:andere|die)|im vergleich|statt|mitbewerber|andere anbieter)\b/.test(
        lower,
      ) && !/\b(?:other than|more than \d|less than \d|rather than)\b/.test(lower),
  );
  if (document.words < 20) return 'there are too few words to compare';
  if (found.length === 0) return 'no comparison was found';
  const fair = found.filter(({ lower }) => /\d/.test(lower) || SOURCE.test(lower));
  return {
    score: between(fair.length / found.length, 0, 0.8),
    comment: `${count(found.length, 'comparison')}, ${fair.length} with a figure, date or source.`,
    suggestion: undefined,
    evidence: [
      ...found
        .filter((one) => !fair.includes(one))
        .map(({ text }) =>
          quoting(text, 'The quoted one names no figure or date.', 'Say with whom, on what day, and like for like.'),
        ),
      ...fair.map(({ text }) => quoting(text, 'The quoted one can be checked.')),
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

/** Claims, figures and what stands behind them. */
export const claimProbes: readonly Probe[] = [
  {
    id: 'proof',
    names: 'proof|substantiation|verifiable claims|reasons to believe|evidence',
    topics: 'proof claim evidence substanti verif believ back trust',
    run: proof,
  },
  {
    id: 'sources',
    names: 'sources|attribution|signs of authorship',
    topics: 'source cite link origin primary quotation',
    run: sources,
  },
  {
    id: 'figures',
    names: 'numbers that decide|case-study-editor:result|result|context|internal case|results',
    topics: 'number figure base period comparison statistic data',
    run: figures,
  },
  {
    id: 'consistent-numbers',
    names: 'internal consistency|consistency',
    topics: 'consisten agree total contradict reconcile sum',
    run: consistency,
  },
  {
    id: 'substance',
    names: 'substance|recognisable voice|the work itself|understanding of the client',
    topics: 'substance original first-hand general specific concrete',
    run: substance,
  },
  {
    id: 'freshness',
    names: 'upkeep|signs of authorship',
    topics: 'date fresh age update owner review outdated',
    run: freshness,
  },
  { id: 'authorship', names: 'signs of authorship', topics: 'author byline date written', run: authorship },
  { id: 'comparisons', names: 'comparisons', topics: 'compar competitor versus like-for-like', run: comparisons },
  {
    id: 'shares',
    names: 'from data to finding|precision',
    topics: 'percent share conclusion data axis sample',
    run: shares,
  },
];
