import {
  between,
  count,
  type Evidence,
  listed,
  named,
  type Observation,
  type Probe,
  pointing,
  quoting,
} from '../observation.ts';
import { placesFor } from '../places.ts';
import { type Document, type Heading, wordsOf } from '../read-document.ts';

export const at = (document: Document, heading: Heading, say?: string, suggestion?: string): Evidence => ({
  ...pointing(document.content, heading),
  say,
  suggestion,
});

const MIN_WORDS_FOR_HEADINGS = 120;

const headingOrder = (document: Document): Observation | string => {
  const { headings, words } = document;
  if (words < MIN_WORDS_FOR_HEADINGS && headings.length < 2) return `${count(words, 'word')} need no headings`;
  if (headings.length === 0)
    return {
      score: between(words, 700, 100),
      comment: `No heading was found in ${count(words, 'word')}.`,
      suggestion: 'Give each part a heading that says what it tells.',
      evidence: placesFor(document, 'start').map((place) => ({ ...place, say: 'A first heading would stand here.' })),
    };
  const levels = headings.map(({ level }) => level);
  const known = levels.every((level) => level !== undefined);
  const skips = headings.filter((heading, i) => (heading.level ?? 0) > (levels[i - 1] ?? (i === 0 ? 1 : 9)) + 1);
  const tops = levels.filter((level) => level === 1).length;
  const each = Math.round(words / headings.length);
  const order = known
    ? ` Levels in order: ${levels.slice(0, 12).join(', ')}${levels.length > 12 ? ' …' : ''}; ${skips.length} skipped, ${count(tops, 'first-level heading')}.`
    : '';
  const fault =
    (known ? skips.length * 1.2 + (tops === 1 ? 0 : 0.8) : 0.4) + (each > 350 ? 1 : 0) + (each < 12 ? 1.2 : 0);
  return {
    score: Math.max(1, 4.8 - fault),
    comment: `${count(headings.length, 'heading')} for ${count(words, 'word')}, one for every ${each}.${order}`,
    suggestion:
      each > 350
        ? 'Divide the longest part by another heading.'
        : skips.length === 0
          ? 'Read the headings alone, in order: do they tell the story?'
          : undefined,
    evidence: [
      ...skips.map((heading) =>
        at(
          document,
          heading,
          `${named(heading.label)} is of level ${heading.level}, a level was skipped before it.`,
          `Make it level ${(heading.level ?? 2) - 1}.`,
        ),
      ),
      ...headings.slice(0, 8).map((heading) => at(document, heading)),
    ],
  };
};

const LABEL =
  /^(?:overview|background|details?|introduction|intro|features?|more|other|misc(?:ellaneous)?|resources?|about(?: us)?|general|information|info|summary|conclusion|welcome|home|hub|explore|solutions?|services?|products?|our (?:services|products|team|mission|vision|values|story|solutions?)|why us|contact|contact us|faq|notes?|discover|learn more|get started|einleitung|überblick|allgemeines|leistungen|über uns|willkommen|kontakt|sonstiges|hintergrund|informationen|details|angebot|produkte|lösungen|skills?|experience|education)$/;

const headingWords = (document: Document): Observation | string => {
  const { headings } = document;
  if (headings.length < 2) return 'there are fewer than two headings';
  const bare = headings.filter(({ label }) =>
    LABEL.test(
      label
        .toLowerCase()
        .replace(/[^\p{L}\s]/gu, '')
        .trim(),
    ),
  );
  const telling = headings.filter((heading) => !bare.includes(heading) && wordsOf(heading.label).length >= 3);
  const short = headings.filter((heading) => !bare.includes(heading) && !telling.includes(heading));
  return {
    score: between((telling.length + short.length * 0.5) / headings.length, 0.1, 0.85),
    comment: `${telling.length} of ${count(headings.length, 'heading')} have three words or more and say something of their own; ${bare.length} are labels that fit any text${
      bare.length > 0
        ? ` (${listed(
            bare.map(({ label }) => named(label)),
            4,
          )})`
        : ''
    }.`,
    suggestion: bare.length === 0 ? 'Read them in a row, without the text between.' : undefined,
    evidence: [
      ...bare.map((heading) =>
        at(
          document,
          heading,
          undefined,
          `Let ${named(heading.label)} say what its part tells: a statement or the reader’s question.`,
        ),
      ),
      ...short.map((heading) => at(document, heading)),
      ...telling.map((heading) => at(document, heading)),
    ].slice(0, 8),
  };
};

const QUESTION =
  /^(?:how|what|why|when|where|who|which|can|do|does|is|are|will|should|wie|was|warum|wann|wo|wer|welche\w*|kann|ist|muss)\b|\?$/;
const questionHeadings = (document: Document): Observation | string => {
  const { headings, words, units } = document;
  if (words < 100) return `${count(words, 'word')} are found without help`;
  const asked = headings.filter(({ label }) => QUESTION.test(label.toLowerCase()));
  const open = units.filter(({ text, kind }) => kind !== 'heading' && text.endsWith('?'));
  const hasContents = units.some(({ lower }) =>
    /\b(?:table of contents|on this page|contents|inhalt(?:sverzeichnis)?|auf dieser seite)\b/.test(lower),
  );
  const each = words / Math.max(1, headings.length);
  const share = asked.length / Math.max(1, headings.length);
  return {
    score: Math.min(
      4.8,
      between(each, 600, 120) * 0.6 +
        1.4 * Math.min(1, share * 2 + (asked.length > 0 ? 0.3 : 0)) +
        (hasContents ? 0.5 : 0.2),
    ),
    comment: `${asked.length} of ${count(headings.length, 'heading')} are a question or task of the reader; there ${headings.length === 0 ? 'is none' : `is one for every ${Math.round(each)} words`}${hasContents ? ', and a list of contents' : ''}. ${count(open.length, 'question')} stand in the running text.`,
    suggestion:
      asked.length === 0
        ? 'Turn the most wanted part into the reader’s question: “How do I …?”, “What does it cost?”'
        : 'Put the questions asked most often first.',
    evidence: [
      ...headings
        .filter((heading) => !asked.includes(heading))
        .map((heading) => at(document, heading, 'The quoted heading is in the writer’s words.')),
      ...asked.map((heading) => at(document, heading, 'The quoted heading asks as a reader would.')),
      ...placesFor(document, 'start'),
    ].slice(0, 8),
  };
};

const orientation = (document: Document): Observation | string => {
  const { headings, title, units, words, content } = document;
  if (words < 30) return 'there are too few words to get lost in';
  const signs = [
    ['a title', title.length > 0],
    ['headings', headings.length >= 2],
    [
      'a path or contents',
      units.some(({ lower }) =>
        /\b(?:home|start|startseite)\s?[›»>/]|table of contents|on this page|inhalt\b|breadcrumb/.test(lower),
      ),
    ],
    ['ways back or on', content.elements.length === 0 ? document.links.length > 0 : document.links.length > 1],
    ['numbered parts or dates', headings.some(({ label }) => /\d/.test(label))],
  ] as const;
  const present = signs.filter(([, is]) => is).map(([name]) => name);
  return {
    score: 1.4 + (3.2 * Math.min(4, present.length)) / 4,
    comment: `Signs of place in what was read: ${present.length === 0 ? 'none' : listed(present)} (${present.length} of ${signs.length} looked for).`,
    suggestion:
      present.length === signs.length
        ? undefined
        : `Add ${listed(
            signs.filter(([, is]) => !is).map(([name]) => name),
            2,
          )}.`,
    evidence: [...headings.slice(0, 4).map((heading) => at(document, heading)), ...placesFor(document, 'page')],
  };
};

const sectionBalance = (document: Document): Observation | string => {
  const sizes: { label: string; words: number }[] = [];
  for (const block of document.blocks) {
    if (block.kind === 'heading') sizes.push({ label: block.text.replace(/^#{1,6} +/, '').trim(), words: 0 });
    else {
      const last = sizes.at(-1);
      if (last) last.words += block.words;
    }
  }
  if (sizes.length < 3) return 'there are fewer than three headed parts';
  const sorted = [...sizes].sort((a, b) => b.words - a.words);
  const middle = sorted[Math.floor(sorted.length / 2)]?.words ?? 0;
  const [largest] = sorted;
  const empty = sizes.filter(({ words }) => words < 4).length;
  const ratio = (largest?.words ?? 0) / Math.max(10, middle);
  return {
    score: Math.max(1, between(ratio, 12, 2.5) - (empty / sizes.length) * 2),
    comment: `${sizes.length} headed parts: the largest, under ${named(largest?.label ?? '')}, has ${largest?.words} words, the middle one ${middle}; ${empty} have hardly any text.`,
    suggestion:
      ratio > 4
        ? `Divide ${named(largest?.label ?? '')}, or move what does not belong under it.`
        : 'Ask of each part whether one item in it could stand under another heading.',
    evidence: sorted.slice(0, 6).map(({ label }) => quoting(label)),
  };
};

const breadth = (document: Document): Observation | string => {
  const top = document.headings.filter(({ level }) => level === 2 || level === undefined).length;
  const choices = document.links.length + document.buttons.length;
  if (choices + top === 0) return 'there are no links, buttons or headings to choose from';
  return {
    score: Math.min(between(choices, 90, 12), between(top, 22, 7)),
    comment: `${count(choices, 'link or button', 'links and buttons')} to choose from, ${count(top, 'part')} at the main level of headings.`,
    suggestion:
      choices > 15
        ? 'Sort the choices by one principle and say which; move rare ones one level down.'
        : 'Put the most wanted choice first.',
    evidence: [...document.links, ...document.headings].slice(0, 8).map((one) => pointing(document.content, one)),
  };
};

const lookAlikes = (document: Document): Observation | string => {
  const { content, units, blocks, headings } = document;
  if (document.words < 30) return 'there is too little to be marked up';
  const dashes = blocks.filter(
    ({ kind, text }) => kind === 'paragraph' && /(?:^|\n)\s*[-–•*] ?\S.*\n\s*[-–•*] ?\S/.test(text),
  );
  const shouting = units.filter(
    ({ text, kind, words }) => kind === 'fragment' && words > 1 && words < 9 && /^[\p{Lu}\s\d&!-]{6,}$/u.test(text),
  );
  const bold = units.filter(({ text, kind }) => kind !== 'heading' && /^\*\*[^*]{3,60}\*\*:?$/.test(text));
  const kinds = new Set(content.elements.map(({ kind }) => kind));
  const faults = dashes.length + shouting.length + bold.length;
  return {
    score: Math.max(
      1,
      Math.min(4.6, 2.6 + (headings.length > 0 ? 0.8 : 0) + 0.3 * Math.min(4, kinds.size) - 0.6 * faults),
    ),
    comment: `${count(faults, 'passage')} look like a list or heading without being one (${dashes.length} lists of dashes, ${shouting.length} lines in capitals, ${bold.length} bold lines). ${kinds.size > 0 ? `Marked up as such: ${listed([...kinds], 8)}.` : 'No element was read beside the text.'}`,
    suggestion:
      faults > 0
        ? 'Mark them up as what they look like: a list, a heading.'
        : 'Check roles and landmarks in the running page; text alone does not show them.',
    evidence: [
      ...dashes.map(({ text }) => quoting(text, 'The quoted lines look like a list.')),
      ...shouting.map(({ text }) => quoting(text, 'The quoted line looks like a heading.')),
      ...bold.map(({ text }) => quoting(text, 'The quoted line looks like a heading.')),
      ...headings.map((heading) => at(document, heading)),
    ].slice(0, 8),
  };
};

/** Headings and parts. */
export const structureProbes: readonly Probe[] = [
  {
    id: 'heading-order',
    names: 'structure|semantic markup|visual hierarchy',
    topics: 'heading outline structur hierarch level section',
    run: headingOrder,
  },
  {
    id: 'heading-words',
    names: 'labels that predict|titles that argue|skimmability|question answered|reuse',
    topics: 'heading label menu skim headline',
    run: headingWords,
  },
  {
    id: 'question-headings',
    names: 'findable|title is the question|questions left open',
    topics: 'question find faq search answer concern',
    run: questionHeadings,
  },
  {
    id: 'orientation',
    names: 'orientation|way to more',
    topics: 'orient place navigat path where breadcrumb',
    run: orientation,
  },
  {
    id: 'section-balance',
    names: 'grouping|shape',
    topics: 'group categor section balanc overlap part',
    run: sectionBalance,
  },
  {
    id: 'breadth',
    names: 'depth and breadth|skipping repetition',
    topics: 'breadth depth choices menu number levels',
    run: breadth,
  },
  {
    id: 'look-alikes',
    names: 'semantic markup|structure|reachability',
    topics: 'markup semantic element landmark list table html',
    run: lookAlikes,
  },
];
