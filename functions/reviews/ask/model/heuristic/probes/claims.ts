import { between, count, listed, named, type Observation, type Probe, quoting } from '../observation.ts';
import { placesFor, typical } from '../places.ts';
import type { Document, Unit } from '../read-document.ts';

const CLAIM =
  /\b(?:best|leading|fastest|most (?:\w+)|number one|no\. ?1|#1|proven|guarantee\w*|world[- ]class|revolution\w*|unique|unrivalled|unparalleled|trusted by|loved by|thousands|millions|\d+x|\d+ ?%|\d+ percent|increase[sd]? (?:your|by|the)|boosts?|saves? (?:you|time|money)|reduces? (?:your|by)|twice as|(?:better|faster|cheaper) than|beste\w*|führend\w*|schnellste\w*|einzigartig\w*|garantiert\w*|bewährt\w*|prozent|tausende|spart)\b/;
export const SOURCE =
  /https?:\/\/|\baccording to|\bsource\b|\bstudy\b|\bsurvey|\breport\b|\bmeasured|\btested (?:by|in|with|on)|\baudit|\bbenchmark|\bcase study|\bbased on|\bdata from|\bn ?= ?\d|\[\d{1,2}\]|[¹²³]|\bresearch by|\bquelle|\blaut\b|\bstudie|\bumfrage|\bgemessen|\bgetestet/;
const YEAR = /\b(?:19|20)\d\d\b/;
export const FIGURE =
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

/** Claims, and what stands behind them. */
export const claimProbes: readonly Probe[] = [
  {
    id: 'proof',
    names: 'proof|pays for itself|substantiation|verifiable claims|reasons to believe|evidence',
    topics: 'proof claim evidence substanti verif believ back trust',
    run: proof,
  },
  {
    id: 'sources',
    names: 'sources|where numbers come from|attribution|signs of authorship',
    topics: 'source cite link origin primary quotation',
    run: sources,
  },
  {
    id: 'substance',
    names: 'substance|recognisable voice|the work itself|understanding of the client',
    topics: 'substance original first-hand general specific concrete',
    run: substance,
  },
  {
    id: 'freshness',
    names: 'upkeep|freshness|news for those who know it|signs of care|signs of authorship',
    topics: 'date fresh age update owner review outdated',
    run: freshness,
  },
  {
    id: 'authorship',
    names: 'signs of authorship|authorship and age',
    topics: 'author byline date written',
    run: authorship,
  },
  { id: 'comparisons', names: 'comparisons', topics: 'compar competitor versus like-for-like', run: comparisons },
];
