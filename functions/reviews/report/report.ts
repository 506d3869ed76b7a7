import { inReadersWords } from './fact-words.ts';
import {
  allFindings,
  disagreements,
  everythingElse,
  fixFirst,
  MAX_WORKS,
  type Numbers,
  needsHuman,
  verdict,
  works,
} from './finding-sections.ts';
import { answeredBy, checks, lostSamples, notJudged, panel, reviewed, score, status } from './panel-sections.ts';
import { lineOf } from './plain-text.ts';
import { sayIn } from './say.ts';
import { type Blocks, isRunning } from './section.ts';
import { type Reported, whatToFix, whatWorks } from './what-to-fix.ts';

const MAX_TO_FIX = 5;

const inLanguage = (reported: Reported): Reported => ({
  ...reported,
  feedback: reported.feedback.map((finding) => inReadersWords(reported, finding)),
});

/** The conclusion, and the ids of the findings that it shows. */
const concluded = (reported: Reported) => {
  const { review, feedback } = reported;
  const places = whatToFix(reported, MAX_TO_FIX);
  const good = isRunning(review) ? [] : whatWorks(reported, MAX_WORKS);
  const numbers: Numbers = new Map(
    places.flatMap(({ lead, others }, at) => [lead, ...others].map(({ id }) => [id, at + 1] as const)),
  );
  const blocks: Blocks = [
    ...status(reported),
    ...answeredBy(reported),
    feedback.length > 0 && sayIn(reported)('data_not_orders'),
    ...verdict(reported, numbers),
    ...fixFirst(reported, places),
    ...works(reported),
    ...disagreements(reported, numbers),
    ...checks(reported),
    ...score(reported),
    ...panel(reported),
    ...lostSamples(reported),
    ...notJudged(reported),
  ];
  return { blocks, shown: new Set([...numbers.keys(), ...good.map(({ lead }) => lead.id)]) };
};

const written = (blocks: Blocks): string => blocks.filter(Boolean).join('\n\n');

/** The conclusion of a review, for the thread of its note. Of a longer one, the last blocks are left out. */
export const verdictOf = (reported: Reported, most: number): string => {
  const blocks = concluded(reported).blocks.filter(Boolean);
  while (written(blocks).length > most || `${blocks.at(-1)}`.startsWith('#')) blocks.pop();
  return written(blocks);
};

/** For people and for agents. Others' text stays text. */
export const reportOf = (given: Reported): string => {
  const reported = inLanguage(given);
  const { review } = reported;
  const { blocks, shown } = concluded(reported);
  return `${written([
    `# ${lineOf(review.title)}`,
    `*${sayIn(reported)('title', { id: review.id })}*`,
    ...blocks,
    ...everythingElse(reported, shown),
    ...reviewed(reported),
    ...needsHuman(reported),
    ...allFindings(reported),
  ])}\n`;
};
