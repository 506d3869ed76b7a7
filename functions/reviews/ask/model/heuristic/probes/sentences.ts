import { between, count, named, type Observation, type Probe, percent, quoting } from '../observation.ts';
import { typical } from '../places.ts';
import { contentWords, type Document, type Unit } from '../read-document.ts';
import { easeInWords, readability } from '../readability.ts';

const LONG = 25;
const mean = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length);
const longestFirst = (units: readonly Unit[]) => [...units].sort((a, b) => b.words - a.words || a.before - b.before);

/** Where a long sentence could be cut, by its own words. */
const splitAdvice = (text: string): string => {
  const middle = text.slice(Math.floor(text.length * 0.25), Math.ceil(text.length * 0.8));
  const joint = /[;:]|,? (?:and|but|which|because|while|although|so that|und|aber|weil|sodass|obwohl)\b|,/.exec(
    middle,
  )?.[0];
  const before = joint ? middle.slice(0, middle.indexOf(joint)).split(/\s+/).slice(-3).join(' ') : '';
  return joint
    ? `Split it: end the first sentence after ${named(before)} and begin anew.`
    : 'Split it into two statements, the main one first.';
};

const longSentences = (document: Document): Observation | string => {
  const { sentences } = document;
  if (sentences.length < 2) return 'there are fewer than two whole sentences';
  const long = sentences.filter(({ words }) => words > LONG);
  const average = mean(sentences.map(({ words }) => words));
  const facts = `${long.length} of ${count(sentences.length, 'sentence')} have more than ${LONG} words; the mean is ${average.toFixed(1)}.`;
  if (long.length === 0) {
    const [longest] = longestFirst(sentences);
    return {
      score: between(average, 30, 16),
      comment: facts,
      suggestion: 'Keep it so; look only at sentences that carry two ideas.',
      evidence: longest
        ? [quoting(longest.text, `The longest sentence has ${longest.words} words.`), ...typical(document)]
        : [],
    };
  }
  return {
    score: Math.min(between(long.length / sentences.length, 0.5, 0), between(average, 32, 16)),
    comment: facts,
    evidence: longestFirst(long)
      .slice(0, 8)
      .map(({ text, words }) => quoting(text, `This sentence has ${words} words.`, splitAdvice(text))),
  };
};

const reading = (document: Document): Observation | string => {
  const measured = readability(document);
  if (document.language.lists === undefined)
    return `reading ease is known for English and German, and this is in ${document.language.name}`;
  if (measured === undefined || document.words < 30) return 'there are too few sentences for a reading ease';
  const { ease, formula, wordsPerSentence, syllablesPerWord } = measured;
  const heavy = [...document.sentences]
    .map((unit) => ({ unit, letters: unit.text.length / Math.max(1, unit.words) }))
    .filter(({ unit }) => unit.words >= 8 && !/@|\d{5}/.test(unit.text))
    .sort((a, b) => b.letters * b.unit.words - a.letters * a.unit.words || a.unit.before - b.unit.before)
    .map(({ unit }) => unit);
  return {
    score: between(ease, 15, 65),
    comment: `Reading ease ${ease} of 100 (${formula}), ${easeInWords(ease)}: ${wordsPerSentence.toFixed(1)} words a sentence, ${syllablesPerWord.toFixed(2)} syllables a word.`,
    evidence:
      heavy.length > 0
        ? heavy
            .slice(0, 8)
            .map(({ text }) =>
              quoting(
                text,
                'The heaviest sentence, by length of words and sentence, is quoted.',
                ease < 60
                  ? 'Rewrite it with a person as its subject and shorter words.'
                  : 'Keep this level in headings and forms too.',
              ),
            )
        : typical(document),
  };
};

const PASSIVE_EN =
  /\b(?:is|are|was|were|be|been|being|gets?)\s+(?:(?:not|also|only|now|then|\w{2,12}ly)\s+)?(?:\w{2,20}[a-z]ed|done|made|given|taken|sent|kept|held|shown|known|found|written|chosen|paid|built|seen|set|put|sold|told|left|brought|drawn|thought|understood)\b/;
const NOT_PASSIVE =
  /\b(?:is|are|was|were|be|been|being)\s+(?:\w+ly\s+)?(?:need|interested|tired|excited|pleased|delighted|based|located|used to|supposed|red|limited|experienced|qualified)\b/;
const isPassive = (unit: Unit, language: 'en' | 'de'): boolean =>
  language === 'de'
    ? /\b(?:wird|werden|wurde|wurden|worden)\b/.test(unit.lower) &&
      /\b(?:\w{0,12}ge\w{2,14}(?:t|en)|\w{2,14}iert)\b/.test(unit.lower)
    : PASSIVE_EN.test(unit.lower) && !NOT_PASSIVE.test(unit.lower);
const isDangling = ({ text }: Unit): boolean =>
  /^(?:This|That|It|They|These|Those|Such)\s+(?:is|are|was|were|will|can|may|has|have|means|makes|should|must)\b/.test(
    text,
  );

const clarity = (document: Document): Observation | string => {
  const { language, sentences } = document;
  if (language.lists === undefined)
    return `forms of verbs are known for English and German, and this is in ${language.name}`;
  if (sentences.length < 3) return 'there are fewer than three whole sentences';
  const lists = language.lists;
  const passive = sentences.filter((unit) => isPassive(unit, lists));
  const dangling = lists === 'en' ? sentences.filter(isDangling) : [];
  const nested = sentences.filter(({ text }) => (text.match(/,/g)?.length ?? 0) >= 5);
  const hit = new Set([...passive, ...dangling, ...nested]);
  const facts = `Of ${count(sentences.length, 'sentence')}, ${passive.length} look passive, ${dangling.length} open with “this” or “it” without a noun, ${nested.length} have five commas or more.`;
  return {
    score: between(hit.size / sentences.length, 0.55, 0.03),
    comment: facts,
    suggestion: hit.size === 0 ? 'Keep saying who does what.' : undefined,
    evidence: [
      ...passive.map(({ text }) =>
        quoting(text, 'In the quoted sentence nobody is seen to act.', 'Name who acts: “We …” or “You …”.'),
      ),
      ...nested.map(({ text }) =>
        quoting(
          text,
          'The quoted sentence nests its parts.',
          'Give each condition a sentence of its own, or make a list.',
        ),
      ),
      ...dangling.map(({ text }) =>
        quoting(text, 'Its first word has no noun beside it.', 'Repeat the noun: “This limit …” instead of “This …”.'),
      ),
      ...typical(document, 'The quoted sentence is one of the plain ones.'),
    ].slice(0, 8),
  };
};

const sharesWord = (a: string, b: string): boolean => {
  const words = new Set(contentWords(a));
  return contentWords(b).some((word) => words.has(word));
};

const flow = (document: Document): Observation | string => {
  const { paragraphs, sentences } = document;
  if (paragraphs.length < 3) return 'there are fewer than three paragraphs';
  const apart = paragraphs.filter((block, at) => {
    const last = paragraphs[at - 1];
    return (
      last !== undefined &&
      last.index === block.index - 1 &&
      !sharesWord(last.text.slice(-500), block.text.slice(0, 500))
    );
  });
  const lengths = sentences.map(({ words }) => words);
  const average = mean(lengths);
  const spread = Math.sqrt(mean(lengths.map((n) => (n - average) ** 2))) / Math.max(1, average);
  const openers = new Map<string, number>();
  for (const { lower } of sentences) {
    const opener = /[\p{L}']+/u.exec(lower)?.[0] ?? '';
    openers.set(opener, (openers.get(opener) ?? 0) + 1);
  }
  const [opener, times] = [...openers].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return {
    score: (between(apart.length / paragraphs.length, 0.8, 0) + between(spread, 0.1, 0.45)) / 2,
    comment: `${apart.length} of ${count(paragraphs.length, 'paragraph')} share no word of meaning with the one before. Sentence length varies by ${Math.round(100 * spread)} % of its mean; ${percent(times, sentences.length)} of sentences open with ${named(opener)}.`,
    evidence: [
      ...apart.map(({ text }) =>
        quoting(
          text,
          'The quoted paragraph takes up nothing of the one before it.',
          'Open it with a word of the last paragraph, or give it a heading.',
        ),
      ),
      ...typical(document),
    ].slice(0, 8),
  };
};

const MAX_PARAGRAPH = 90;
const paragraphLength = (document: Document): Observation | string => {
  const { paragraphs } = document;
  if (paragraphs.length === 0) return 'there is no running text';
  const long = [...paragraphs].filter(({ words }) => words > MAX_PARAGRAPH).sort((a, b) => b.words - a.words);
  const words = paragraphs.map((block) => block.words);
  const inLong =
    long.reduce((sum, block) => sum + block.words, 0) /
    Math.max(
      1,
      words.reduce((sum, n) => sum + n, 0),
    );
  return {
    score: Math.min(4.6, between(inLong, 0.8, 0.05)),
    comment: `${long.length} of ${count(paragraphs.length, 'paragraph')} have more than ${MAX_PARAGRAPH} words and hold ${Math.round(100 * inLong)} % of the running text; the longest has ${Math.max(...words.slice(0, 5000))}. ${document.listItems} lines are list items.`,
    suggestion: long.length === 0 ? 'Keep one idea to a paragraph.' : undefined,
    evidence: [
      ...long.map((block) =>
        quoting(
          block.text,
          `The quoted paragraph has ${block.words} words.`,
          'Break it where the idea changes; make a list of what is counted up.',
        ),
      ),
      ...paragraphs.map((block) => quoting(block.text, `The quoted paragraph has ${block.words} words.`)),
    ].slice(0, 8),
  };
};

const TYPOS =
  /\b(?:alot|teh|recieve\w*|seperat\w+|definately|occured|untill|wich|adress(?:es)?|acommodat\w+|accomodat\w+|begining|beleive|buisness|comming|concious|enviroment|existance|familar|goverment|grammer|happend|independant|knowlege|neccessary|noticable|occassion\w*|payed|posession|prefered|priviledge|publically|reccomend\w*|recomend\w*|refered|relevent|succesful\w*|sucessful\w*|suprise\w*|tommorow|truely|wierd|writting|could of|should of|would of|loose weight|your welcome|its a|it's own|maintainance|calender|commitee|existant|garantee\w*|guarentee\w*|liason|milage|persue|tendancy|wether|standart|vorraus\w*|nähmlich|ausserdem|seperat\w*|aggresiv\w*|interresant\w*|maschiene\w*|terasse|wiederrum|einzigste\w*)\b/;
const slipsIn = (unit: Unit): string | undefined => {
  const { text, lower } = unit;
  const typo = TYPOS.exec(lower)?.[0];
  if (typo) return `a likely misspelling, ${named(typo)}`;
  const twice = /(?:^|\s)(\p{L}{2,}) \1(?=[\s.,;])/u.exec(lower)?.[1];
  if (twice && !/^(?:that|had|die|der|das|sie|ha|so|very|bye|no)$/.test(twice)) return `${named(twice)} stands twice`;
  if (/\p{L} [,.;!?](?:\s|$)/u.test(text) && !/ \.\.\./.test(text)) return 'a space before a punctuation mark';
  if (/\p{Ll}{2}[,;]\p{L}/u.test(text) || /\p{Ll}{3}[!?]\p{Lu}\p{Ll}/u.test(text))
    return 'no space after a punctuation mark';
  if (/[!?]{2,}|,,|\.{4,}/.test(text)) return 'a punctuation mark that is repeated';
  if (unit.kind === 'sentence' && /^\p{Ll}{3,}\s/u.test(text) && unit.words > 4)
    return 'a small letter at the beginning';
  if (
    (text.match(/\(/g)?.length ?? 0) !== (text.match(/\)/g)?.length ?? 0) &&
    !/^\s*\w+\)/.test(text) &&
    !/[:;]-?[()]/.test(text)
  )
    return 'a bracket without its pair';
  if (/\bi\b(?!\.)/.test(text) && /\b(?:i am|i have|i was|i will|i'm)\b/.test(text)) return 'a small “i”';
  return undefined;
};

const slips = (document: Document): Observation | string => {
  const { units, words } = document;
  if (words < 12) return 'there are too few words';
  const found = units.flatMap((unit) => {
    const slip = slipsIn(unit);
    return slip ? [{ unit, slip }] : [];
  });
  const rate = (1000 * found.length) / Math.max(120, words);
  return {
    score: found.length === 0 ? 4.5 : between(rate, 15, 0),
    comment:
      found.length === 0
        ? `No slip of the kinds that are looked for (misspellings, doubled words, spaces, brackets, capitals …) in ${count(words, 'word')}; grammar is not checked.`
        : `${count(found.length, 'slip')} in ${count(words, 'word')} of the kinds that can be counted; grammar is not checked.`,
    suggestion: found.length === 0 ? 'Have a spell checker and one careful reader look once more.' : undefined,
    evidence: [
      ...found
        .slice(0, 8)
        .map(({ unit, slip }) =>
          quoting(unit.text, `Here: ${slip}.`, 'Correct the quoted line, and look for the same slip elsewhere.'),
        ),
      ...(found.length === 0 ? typical(document, 'A typical sentence is quoted.') : []),
    ],
  };
};

/** How sentences are built and set. */
export const sentenceProbes: readonly Probe[] = [
  {
    id: 'long-sentences',
    names: 'sentence shape|speakable language|non-native-reader:sentence shape',
    topics: 'sentence length nest long short breath clause',
    run: longSentences,
  },
  {
    id: 'reading-ease',
    names: 'understandable|vocabulary|everyday words',
    topics: 'readab understand plain easy hard difficult comprehen simpl',
    run: reading,
  },
  {
    id: 'clear-verbs',
    names: 'clarity|misreadings',
    topics: 'clear passive active pronoun ambig reading who verb',
    run: clarity,
  },
  {
    id: 'flow',
    names: 'flow|recognisable voice|reading order',
    topics: 'flow paragraph rhythm follow transition cohes order',
    run: flow,
  },
  {
    id: 'paragraphs',
    names:
      'skimmability|breaking up of text|words on the slide|reuse|proximity|layout and spacing|one thing at a time|economy',
    topics: 'paragraph skim dens block long spacing scan',
    run: paragraphLength,
  },
  { id: 'slips', names: 'correctness', topics: 'grammar spell error typo correct punctuat language', run: slips },
];
