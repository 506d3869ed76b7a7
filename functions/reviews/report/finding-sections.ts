import { CONCLUSION_NOTES, isConclusionNote } from '../../codes/conclusion-notes.ts';
import { noteIn } from '../../codes/note-in.ts';
import { inWords } from '../../codes/sentence.ts';
import { PANEL_ID } from '../the-panel.ts';
import { calibrationNote } from './calibration-note.ts';
import { findingBody, headOf, nameIn, namesOf } from './finding.ts';
import { percent, scoreText } from './in-words.ts';
import { briefOf, lineOf, paragraphsOf } from './plain-text.ts';
import { saidByAll } from './said-by-all.ts';
import { countIn, formFor, sayIn } from './say.ts';
import { isRunning, type ReportedPersona, type Section } from './section.ts';
import { isInformed, type Merged, type Reported, type ReportedFinding, whatWorks } from './what-to-fix.ts';

export const MAX_WORKS = 3;

const saidBy = (reported: Reported, { persona_id, dimension }: ReportedFinding): string =>
  `${lineOf(dimension)} (${nameIn(reported, persona_id)})`;

export type Numbers = ReadonlyMap<string, number>;

/** The numbers of the findings that a sentence rests on, if they are listed. */
const pointersOf = (ids: readonly string[], numbers: Numbers): string => {
  const known = ids.flatMap((id) => numbers.get(id) ?? []);
  return known.length > 0 ? ` (${[...new Set(known)].sort((a, b) => a - b).join(', ')})` : '';
};

export const verdict = (reported: Reported, numbers: Numbers): string[] => {
  const { conclusion } = reported.review;
  if (!conclusion || conclusion.verdict.length === 0) return [];
  const said = conclusion.verdict.map(
    ({ text, feedback_ids }) => `${lineOf(text)}${pointersOf(feedback_ids, numbers)}`,
  );
  return [`## ${sayIn(reported)('verdict')}`, said.join('\n\n')];
};

export const disagreements = (reported: Reported, numbers: Numbers): string[] => {
  const { conclusion } = reported.review;
  if (!conclusion || conclusion.disagreements.length === 0) return [];
  const line = ({ text, feedback_ids }: (typeof conclusion.disagreements)[number]) =>
    `- ${lineOf(text)}${pointersOf(feedback_ids, numbers)}`;
  return [`## ${sayIn(reported)('disagreements')}`, conclusion.disagreements.map(line).join('\n')];
};

const mergedBlock = (reported: Reported, merged: Merged<ReportedFinding>, number: number | undefined): string[] => [
  `### ${number === undefined ? '' : `${number}. `}${headOf(sayIn(reported), merged.lead)} (${namesOf(reported, merged)})`,
  ...findingBody(reported, merged.lead),
];

export const fixFirst = (reported: Reported, places: readonly Merged<ReportedFinding>[]): string[] => {
  const { conclusion } = reported.review;
  if (!conclusion || reported.feedback.length === 0) return [];
  const say = sayIn(reported);
  const heading = `## ${say('fix_first')}`;
  if (places.length === 0) return [heading, say('no_fault')];
  if (reported.review.basis === 'facts')
    return [heading, say('by_severity'), ...places.flatMap((place, at) => mergedBlock(reported, place, at + 1))];
  const notes = conclusion.notes.map(({ code, values }) =>
    isConclusionNote(code) && code !== 'all_fives'
      ? noteIn(reported.language, { text: inWords(CONCLUSION_NOTES[code], values), code, values })
      : '',
  );
  return [
    heading,
    [say(`order_${conclusion.by}`), ...notes].filter(Boolean).join(' '),
    ...places.flatMap((place, at) => mergedBlock(reported, place, at + 1)),
  ];
};

export const works = (reported: Reported): string[] => {
  if (isRunning(reported.review)) return [];
  const line = (merged: Merged<ReportedFinding>) => {
    const { dimension, comment, quote } = merged.lead;
    const words = quote ? ` “${briefOf(quote, 120)}”:` : '';
    return `- **${lineOf(dimension)} (${namesOf(reported, merged)}):**${words} ${briefOf(comment, 240)}`;
  };
  const best = whatWorks(reported, MAX_WORKS);
  return best.length > 0 ? [`## ${sayIn(reported)('works')}`, best.map(line).join('\n')] : [];
};

/** All that is not said above: other faults and strengths, findings without evidence, and what the chair struck. */
export const everythingElse = (reported: Reported, shown: ReadonlySet<string>): string[] => {
  const { shared, left } = saidByAll(reported.review.personas.map(({ summary }) => summary));
  const persona = ({
    persona_id,
    name,
    score: scored,
    summary,
  }: Pick<ReportedPersona, 'persona_id' | 'name' | 'score' | 'summary'>): string[] => {
    const own = reported.feedback.filter(
      (one) => one.persona_id === persona_id && one.same_as === null && !shown.has(one.id),
    );
    if (own.length === 0 && !left(summary)) return [];
    const blocks = own.flatMap((finding) => {
      const merged = { lead: finding, others: reported.feedback.filter(({ same_as }) => same_as === finding.id) };
      const others = merged.others.length > 0 ? ` (${namesOf(reported, merged)})` : '';
      return [`#### ${headOf(sayIn(reported), finding)}${others}`, ...findingBody(reported, finding)];
    });
    return [
      `### ${lineOf(name)}${scored === null ? '' : `: ${scoreText(scored)}`}`,
      paragraphsOf(left(summary)),
      ...blocks,
    ];
  };
  const others = { persona_id: PANEL_ID, name: sayIn(reported)('no_persona'), score: null, summary: '' };
  const all = [...reported.review.personas, others].flatMap(persona);
  return all.length > 0 || shared ? [`## ${sayIn(reported)('everything_else')}`, paragraphsOf(shared), ...all] : [];
};

export const needsHuman: Section = (reported) => {
  const { review } = reported;
  const feedback = reported.feedback.filter(({ rule }) => !rule);
  if (isRunning(review) || feedback.length === 0) return [];
  const say = sayIn(reported);
  const count = countIn(reported);
  const open = feedback.filter(({ needs_human }) => needs_human);
  const loose = feedback.filter(({ grounded }) => !grounded);
  const sure = feedback.length - open.length;
  const agreed =
    open.length === 0
      ? say('none_needs_person')
      : sure === 0
        ? say(formFor(open.length, 'all_need_person'), { all: count(open.length, 'finding') })
        : say(formFor(sure, 'some_need_person'), {
            open: open.length,
            all: count(feedback.length, 'of_finding'),
            sure,
          });
  const listed = (some: readonly ReportedFinding[]) => some.map((one) => saidBy(reported, one)).join(', ');
  return [
    `## ${say('needs_person')}`,
    review.calibration && calibrationNote(review.calibration, reported.language),
    agreed,
    sure > 0 && open.length > 0 && `${listed(open)}.`,
    loose.length > 0 &&
      say('loose', {
        loose: count(loose.length, 'finding'),
        list: listed(loose),
      }),
  ];
};

export const allFindings: Section = (reported) => {
  const { feedback, review } = reported;
  if (feedback.length === 0) return [];
  const say = sayIn(reported);
  const useful = (finding: ReportedFinding) =>
    isInformed(reported.review) && finding.p_useful !== null ? percent(finding.p_useful) : '–';
  const rated = ({ ratings: { count, mean } }: ReportedFinding) =>
    mean === null ? '–' : say('rated_cell', { score: scoreText(mean), count });
  const row = (finding: ReportedFinding) =>
    `| ${nameIn(reported, finding.persona_id)} | ${headOf(say, finding)} | ${useful(finding)} | ${rated(finding)} | ${finding.id} |`;
  const head = [say('findings_head'), '|---|---|---|---|---|'];
  return [
    `## ${say('all_findings')}`,
    say('how_to_rate', {
      call: `\`POST /api/reviews/${review.id}/feedback/{id}/rate\``,
      body: '`{"rating": 4}`',
    }),
    [...head, ...feedback.map(row)].join('\n'),
  ];
};
