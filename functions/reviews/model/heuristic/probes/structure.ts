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
import { actionsOf, placesFor, typical } from '../places.ts';
import { contentWords, type Document, type Heading, wordsOf } from '../read-document.ts';

const at = (document: Document, heading: Heading, say?: string, suggestion?: string): Evidence => ({
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

const metadata = (document: Document): Observation | string => {
  const { content, language, headings } = document;
  const faults: string[] = [];
  if (!content.title?.trim()) faults.push('no title of its own was read');
  else if (content.title.length > 65)
    faults.push(`the title has ${content.title.length} characters; search results show about 60`);
  if (language.declared === undefined) faults.push('no language is declared');
  else if (language.read !== undefined && language.read !== language.declared)
    faults.push(`the language is declared as “${language.declared}”, but it reads as ${language.name}`);
  const tops = headings.filter(({ level }) => level === 1).length;
  if (headings.some(({ level }) => level !== undefined) && tops !== 1)
    faults.push(`${count(tops, 'first-level heading')} in place of one`);
  const bare = document.images.filter(({ label }) => label === '').length;
  if (bare > 0) faults.push(`${count(bare, 'picture')} without alternative text`);
  return {
    score: Math.max(1, 4.7 - faults.length * 1.1),
    comment: `Title ${named(content.title ?? 'none')}, language ${language.declared ?? 'not declared'} (reads as ${language.name}). ${faults.length === 0 ? 'Nothing is missing of what was read.' : `To look at: ${listed(faults)}.`}`,
    suggestion:
      faults.length > 0
        ? 'Give the page one title of under 60 characters that no other page has, and its language.'
        : 'Check description and canonical address in the source; they were not read.',
    evidence: atTitle(document),
  };
};

const GENERIC_TITLE =
  /^(?:welcome|home|homepage|untitled|index|document\d*|page|start|startseite|willkommen|news|blog|readme|test|new page|solutions? for|your partner|ihr partner|proposal|report|newsletter|announcement|update)\b/;
const FILE_NAME = /\.(?:pdf|docx?|html?|png|jpe?g|txt|md|pptx?)$/i;

/** The title without the name of the site behind it. */
const headlineOf = ({ title: text }: Document): string => text.split(/ [–—|·] /)[0]?.trim() || text;
const atTitle = (document: Document): Evidence[] =>
  [
    pointing(document.content, { label: document.title }),
    ...document.headings.slice(0, 1).map((heading) => at(document, heading)),
    ...placesFor(document, 'page'),
  ]
    .filter(({ quote, element }) => quote ?? element)
    .slice(0, 1);

const title = (document: Document): Observation | string => {
  const text = headlineOf(document);
  if (text === '') return 'there is no title';
  const meaning = contentWords(text);
  const faults: string[] = [];
  if (GENERIC_TITLE.test(text.toLowerCase())) faults.push('it begins with a word that fits any page');
  if (FILE_NAME.test(text)) faults.push('it is a file name');
  if (meaning.length < 2) faults.push('it has fewer than two words of meaning');
  const isConcrete =
    /\d|\?$/.test(text) || /\b(?:for|how|without|before|in|with|from|that|who|für|wie|ohne|mit|vor|bei)\b/i.test(text);
  const isShouting = text.length > 8 && text === text.toUpperCase() && /\p{L}{3}/u.test(text);
  if (isShouting) faults.push('it is all capitals');
  return {
    score: Math.max(1, Math.min(5, 4.3 + (isConcrete ? 0.4 : -0.6) - faults.length * 1.1)),
    comment:
      `The title ${named(text, 80)} has ${count(meaning.length, 'word')} of meaning${isConcrete ? ' and a word that makes it concrete (a figure, “for”, “how”, “without” …)' : ', and none of the words that make a title concrete (a figure, “for”, “how”, “without” …)'}. ${faults.length === 0 ? '' : `Counted against it: ${listed(faults)}.`}`.trim(),
    suggestion:
      isConcrete && faults.length === 0
        ? 'Ask whether a rival could use it unchanged.'
        : 'Name thing, reader and result: “… for …”, “How to … without …”, or a figure.',
    evidence: atTitle(document),
  };
};

const titleLength = (document: Document): Observation | string => {
  const text = document.title;
  if (text === '') return 'there is no title';
  const opening = wordsOf(text).slice(0, 5);
  const telling = opening.filter((word) => contentWords(word).length > 0).length;
  const loud = /!|[\p{Lu}]{4,} [\p{Lu}]{4,}/u.test(text);
  return {
    score: Math.max(
      1,
      Math.min(between(text.length, 110, 58), between(text.length, 2, 16), between(telling, 0, 2.5)) - (loud ? 1 : 0),
    ),
    comment: `The title has ${text.length} characters (results and inboxes show about 60); ${telling} of its first ${count(opening.length, 'word')} carry meaning${loud ? ', and it shouts' : ''}.`,
    suggestion:
      text.length > 60
        ? `Cut it to what stands before the sixtieth character: ${named(text, 60)}`
        : telling < 3
          ? 'Begin with the words the reader is looking for.'
          : 'Read it aloud once.',
    evidence: atTitle(document),
  };
};

const titleEcho = (document: Document): Observation | string => {
  const headline = headlineOf(document);
  const meaning = [...new Set(contentWords(headline))];
  if (meaning.length === 0 || document.words < 40) return 'there is no title to hold the text to';
  if (GENERIC_TITLE.test(headline.toLowerCase()) && meaning.length < 3)
    return {
      score: 1.6,
      comment: `The title ${named(headline)} fits any page: it promises nothing that the text could keep.`,
      suggestion: 'Let the title name what the first paragraph is about.',
      evidence: atTitle(document),
    };
  const body = document.units.filter(
    ({ text, kind }) => kind !== 'navigation' && text.trim() !== document.title && text.trim() !== headline,
  );
  const early = new Set(body.filter(({ before }) => before < 120).flatMap(({ text }) => contentWords(text)));
  const all = new Set(body.flatMap(({ text }) => contentWords(text)));
  const soon = meaning.filter((word) => early.has(word));
  const never = meaning.filter((word) => !all.has(word));
  const first = body.find(({ text }) => contentWords(text).some((word) => meaning.includes(word)));
  return {
    score: between((soon.length + (meaning.length - never.length)) / (2 * meaning.length), 0.1, 0.9),
    comment: `Of ${count(meaning.length, 'word')} of meaning in the title ${named(headline)}, ${soon.length} come back within the first 120 words and ${meaning.length - never.length} anywhere${never.length > 0 ? `; never: ${listed(never, 4)}` : ''}.`,
    suggestion:
      never.length > 0
        ? `Let the first paragraph take up ${named(never[0] ?? '')}, or take it out of the title.`
        : 'Check that the end pays what the title promised.',
    evidence: [
      ...(first ? [quoting(first.text, 'The quoted passage takes the title up first.')] : []),
      ...placesFor(document, 'start'),
    ],
  };
};

const DEFINES =
  /\b(?:is|are) (?:a|an|the|your)\b|\blets? you\b|\bhelps? (?:you|teams?|people)\b|\bwe (?:make|build|offer|help|sell|run|teach|repair|are)\b|\bfor \w+|\bist (?:ein|eine|der|die|das)\b|\bwir (?:bieten|bauen|helfen|machen|sind)\b|\bthis (?:is|guide|page|document|letter|notice|library|report|proposal)\b/;
const WORN =
  /\b(?:innovative|leading|world-class|best-in-class|cutting-edge|next-generation|solutions?|seamless(?:ly)?|leverage|empower\w*|synerg\w+|revolutionary|passionate|holistic(?:ally)?|enterprise-grade|transform\w*|ganzheitlich\w*|innovativ\w*|lösungen|führend\w*)\b/g;

const firstScreen = (document: Document): Observation | string => {
  const first = document.units.filter(({ before, kind }) => before < 100 && kind !== 'navigation');
  if (document.words < 12 || first.length === 0) return 'there are too few words for a first screen';
  const text = first.map(({ lower }) => lower).join(' ');
  const acts = actionsOf(document);
  const checks = [
    ['what it is', DEFINES.test(text)],
    [
      'for whom',
      /\bfor (?!free\b|the (?:first|last|time)\b|\d)\w+|\byou(?:r)?\b|\bfür\b|\bsie\b|\bihr\w{0,2}\b/.test(text),
    ],
    [
      'a result or figure',
      /\d|\bsave|\bwithout\b|\bin minutes|\bless\b|\bfaster|\bso that\b|\bohne\b|\bspar/.test(text),
    ],
    [
      'a next step',
      acts.some(({ label }) => label !== '' && text.includes(label.toLowerCase())) ||
        /\b(?:install|try|start|book|read|sign up|see below|npm |download|apply|jetzt|starten)\b/.test(text),
    ],
  ] as const;
  const told = checks.filter(([, is]) => is).map(([name]) => name);
  const missing = checks.filter(([, is]) => !is).map(([name]) => name);
  const opening = first.find(({ kind }) => kind !== 'heading') ?? first[0];
  const worn = text.match(WORN)?.length ?? 0;
  return {
    score: Math.max(1, 1.3 + told.length * 0.85 - ((opening?.words ?? 0) > 30 ? 0.6 : 0) - Math.min(1.5, worn * 0.3)),
    comment: `The first 100 words tell ${told.length === 0 ? 'none' : listed(told)} of four things; ${missing.length === 0 ? 'none is missing' : `no words for ${listed(missing)}`}. The first sentence has ${opening?.words ?? 0} words; worn words among the 100: ${worn}.`,
    suggestion:
      missing.length > 0
        ? `Say ${missing[0]} in the first sentence.`
        : 'Show the first sentence to a stranger and ask what it is.',
    evidence: first
      .filter(({ kind }) => kind !== 'heading')
      .concat(first)
      .map(({ text: quote }) => quoting(quote)),
  };
};

const timeToPoint = (document: Document): Observation | string => {
  const { units, words, keywords } = document;
  if (words < 60) return 'the text is too short to keep anybody waiting';
  const subject = keywords[0];
  const naming = units.find(({ lower }) => subject !== undefined && lower.includes(subject));
  const acts = actionsOf(document)
    .map(({ label }) => label.toLowerCase())
    .filter((label) => label.length > 3);
  const action = units.find(
    ({ lower }) =>
      acts.some((label) => lower.includes(label)) ||
      /^(?:\d+[.)] |please |bitte |run |install |open |go to |click )/.test(lower),
  );
  const useful = units.find(({ lower, kind }) => kind !== 'heading' && DEFINES.test(lower));
  const wait = Math.max(naming?.before ?? words, useful?.before ?? words);
  return {
    score: (between(wait, 150, 10) * 2 + between(action?.before ?? words, 600, 60)) / 3,
    comment: `${naming ? `The subject ${named(subject ?? '')} is first named after ${naming.before} words` : 'No word comes back often enough to be the subject'}, a sentence that says what this is comes ${useful ? `after ${useful.before}` : 'nowhere'}, something to do ${action ? `after ${action.before}` : 'nowhere'} (of ${words}; 150 are a minute of listening).`,
    suggestion:
      (action?.before ?? words) > 150 ? 'Move the first thing to do up, next to what this is.' : 'Keep this order.',
    evidence: [useful, action, naming]
      .flatMap((unit) => (unit ? [quoting(unit.text)] : []))
      .concat(placesFor(document, 'start')),
  };
};

const placeholders = (document: Document): Observation | string => {
  const found = placeholderUnits(document);
  if (document.words === 0) return 'there is no text';
  const empty = document.content.elements.filter(
    ({ kind, label }) => label === '' && kind !== 'page' && kind !== 'screenshot',
  );
  return {
    score: Math.max(1, 4.4 - found.length * 1.5 - Math.min(2, empty.length * 0.3)),
    comment: `${count(found.length, 'placeholder')} (lorem ipsum, TODO, brackets to fill in) and ${count(empty.length, 'element')} without any text. How long and missing content behaves cannot be measured here.`,
    suggestion:
      found.length > 0
        ? 'Replace the placeholder before anybody reads it.'
        : 'Try the longest real name and an empty one.',
    evidence: [
      ...found.slice(0, 4).map(({ text }) => quoting(text, 'The quoted text is a placeholder.')),
      ...empty.slice(0, 3).map(({ id, kind }) => ({ element: id, say: `This ${kind} has no text.` })),
      ...typical(document),
    ],
  };
};

/** What was left to be filled in. */
export const placeholderUnits = ({ units }: Document) =>
  units.filter(({ text }) =>
    /lorem ipsum|dolor sit amet|\bTODO\b|\bTBD\b|\bFIXME\b|\bXXX\b|\[(?:insert|your|name|company|date|placeholder|to be)[^\]]{0,60}\]|\{\{[^}]{1,40}\}\}|<your[^>]{0,40}>|your text here|placeholder text|mustertext|platzhalter/i.test(
      text,
    ),
  );

/** What stands where, and whether it can be found. */
export const structureProbes: readonly Probe[] = [
  {
    id: 'heading-order',
    names: 'structure|semantic markup|visual hierarchy',
    topics: 'heading outline structur hierarch level section',
    run: headingOrder,
  },
  {
    id: 'heading-words',
    names: 'labels that predict|skimmability|question answered|reuse',
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
  {
    id: 'metadata',
    names: 'head and metadata|on-page signals',
    topics: 'metadata title language description canonical head tag',
    run: metadata,
  },
  {
    id: 'title',
    names: 'specific|inbox line|title is the question',
    topics: 'title headline subject specific inbox name',
    run: title,
  },
  {
    id: 'title-length',
    names: 'headline-writer:economy|economy',
    topics: 'title length short characters cut headline',
    run: titleLength,
  },
  {
    id: 'title-echo',
    names: 'kept promise|intent match|message match',
    topics: 'promise intent match query headline pay',
    run: titleEcho,
  },
  {
    id: 'first-screen',
    names: 'what is this|category|first small view|what and why first',
    topics: 'first screen stranger view opening what purpose seconds',
    run: firstScreen,
  },
  {
    id: 'time-to-point',
    names: 'time to the point|relevant|answer first|opening minute|hook and pace',
    topics: 'early soon begin point first wait start before',
    run: timeToPoint,
  },
  {
    id: 'placeholders',
    names: 'extremes of content',
    topics: 'placeholder extreme missing unfinished empty',
    run: placeholders,
  },
];
