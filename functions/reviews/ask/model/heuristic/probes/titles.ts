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
import { contentWords, type Document, wordsOf } from '../read-document.ts';
import { at } from './structure.ts';

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

const titleForm = (document: Document): Observation | string => {
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

/** Titles, and what is told of a page in its head. */
export const titleProbes: readonly Probe[] = [
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
    run: titleForm,
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
];
