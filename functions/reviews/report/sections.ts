import { CONCLUSION_NOTES } from '../../codes/conclusion-notes.ts';
import { inWords } from '../../codes/sentence.ts';
import { findingBody, headOf, namesOf } from './finding.ts';
import { counted, KINDS, meaningOf, percent, rangeText, SCALES, scoreText, timeText } from './in-words.ts';
import { briefOf, codeOf, lineOf, paragraphsOf } from './plain-text.ts';
import { saidByAll } from './said-by-all.ts';
import { isInformed, type Merged, type Reported, type ReportedFinding, whatToFix, whatWorks } from './what-to-fix.ts';

type Persona = Reported['review']['personas'][number];
type Blocks = readonly (string | false | null | undefined)[];
type Section = (reported: Reported) => Blocks;

const MAX_WORKS = 3;
/** With this part of findings without evidence, the score says little. */
const MUCH = 0.25;
/** An interval of ratings this wide says next to nothing. */
const WIDE = 2.5;

const isRunning = ({ status }: Reported['review']): boolean => status === 'queued' || status === 'running';
const nameOf = ({ review }: Reported, id: string): string =>
  lineOf(review.personas.find(({ persona_id }) => persona_id === id)?.name ?? id);

const STATUS: Record<Reported['review']['status'], (review: Reported['review']) => string> = {
  queued: () => 'Not started yet. Read it again in a few seconds.',
  running: ({ runs_done, runs_total }) =>
    `Still running: ${runs_done} of ${counted(runs_total, 'persona')} have ended. Scores come with the last. Read it again in a few seconds.`,
  complete: ({ runs_total }) =>
    runs_total === 1 ? 'The persona has answered.' : `All ${runs_total} personas have answered.`,
  partial: ({ runs_failed, runs_total }) =>
    `${runs_failed} of ${counted(runs_total, 'persona')} failed; the others answered.`,
  not_judged: () => 'It was not judged, and cost nothing.',
  failed: ({ content }) => (content ? 'No persona could answer.' : 'It could not be read.'),
};

const status: Section = ({ review }) => [STATUS[review.status](review), review.error && paragraphsOf(review.error)];

const purposeLines = ({ brief }: Reported['review']): string[] =>
  (['goal', 'audience', 'stage'] as const).flatMap((field) => {
    const text = brief?.[field];
    if (!text) return [];
    const name = `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
    return [`- ${name}${brief.inferred.includes(field) ? ' (inferred)' : ''}: ${lineOf(text)}`];
  });

const reviewed: Section = ({ review }) => {
  const { content, input_type, source, url, created_at, completed_at } = review;
  const size = content && `${counted(content.words, 'word')}, ${counted(content.characters, 'character')}`;
  const facts = [
    `- It is ${source === 'widget_annotation' ? 'a note that was left on a page' : KINDS[input_type]}${size ? `: ${size}` : ''}.`,
    content?.title && `- Its own title: ${lineOf(content.title)}`,
    url && `- Address: ${codeOf(url)}`,
    content?.picture_urls.length && `- ${counted(content.picture_urls.length, 'picture')} went with it.`,
    content?.cut &&
      `- **Cut:** only the first ${content.cut.kept.toLocaleString('en')} of ${content.cut.of.toLocaleString('en')} characters were judged.`,
    ...(content?.notes ?? []).map((note) => `- **Note:** ${lineOf(note)}`),
    ...purposeLines(review),
    `- Requested ${timeText(created_at)}${completed_at ? `, ended ${timeText(completed_at)}` : ''}.`,
    review.tokens &&
      `- Model tokens: ${review.tokens.input.toLocaleString('en')} in (${(review.tokens.cached ?? 0).toLocaleString('en')} from the cache), ${review.tokens.output.toLocaleString('en')} out.`,
  ];
  return ['## What was reviewed', facts.filter(Boolean).join('\n')];
};

const answeredBy: Section = ({ review }) => {
  if (review.ai_live === null || review.status === 'failed') return [];
  const name = review.model ? ` (${lineOf(review.model)})` : '';
  return [
    review.ai_live
      ? `An AI answered${name}. It can be wrong; quotations were checked against the content.`
      : `**No AI answered.** Rules${name} measured what can be counted: sentences, headings, links, figures, contrast. They do not understand the text.`,
  ];
};

const bareShare = ({ feedback }: Reported) => {
  const bare = feedback.filter(({ grounded }) => !grounded).length;
  return (
    bare / feedback.length >= MUCH &&
    `**${bare} of ${counted(feedback.length, 'finding')} ${feedback.length === 1 ? 'has' : 'have'} no evidence in the content**: the score says little.`
  );
};

const score: Section = (reported) => {
  const { score: page, ...review } = reported.review;
  if (!page) return [];
  const { value, interval, raw, basis, ratings } = page;
  const [low = 1, high = 5] = interval ?? [];
  const panel = `The personas gave **${scoreText(raw)}**, ${meaningOf(raw)}.`;
  const known = interval
    ? [
        `**${scoreText(value)}** is the rating to expect from the team, learned from ${counted(ratings, 'answer')} to “How good is this page?”; ${rangeText(interval, scoreText)} holds 90 of 100 of them.`,
        panel,
        ...(high - low > WIDE ? ['That is a wide range: take the findings more seriously than the number.'] : []),
      ]
    : [panel, 'That is their weighted mean. It compares reviews, and does not say what people would give the page.'];
  return [
    `## Score: ${scoreText(value)} of 5, ${SCALES[basis]}`,
    known.join(' '),
    bareShare(reported),
    review.status === 'partial' && 'Personas that failed do not count in it.',
  ];
};

const STATES: Record<Persona['state'], string> = {
  queued: 'waits',
  running: 'at work',
  done: 'answered',
  failed: 'failed',
};

const panel: Section = ({ review }) => {
  const row = ({ name, title, state, score: scored, error, dimensions }: Persona) => {
    const sorted = dimensions
      .flatMap(({ name: dimension, score: given }) => (given === null ? [] : [{ dimension, given }]))
      .sort((a, b) => b.given - a.given);
    const cell = (one: (typeof sorted)[number] | undefined) =>
      one ? `${lineOf(one.dimension)} ${scoreText(one.given)}` : '–';
    const why = state === 'failed' && error ? `: ${briefOf(error, 200)}` : '';
    const shown = [
      `${lineOf(name)} (${lineOf(title)})`,
      scored === null ? '–' : scoreText(scored),
      cell(sorted[0]),
      cell(sorted.length > 1 ? sorted.at(-1) : undefined),
      STATES[state] + why,
    ];
    return `| ${shown.join(' | ')} |`;
  };
  const head = ['| persona | score | best | weakest | state |', '|---|---|---|---|---|'];
  return ['## The panel', [...head, ...review.personas.map(row)].join('\n')];
};

const saidBy = (reported: Reported, { persona_id, dimension }: ReportedFinding): string =>
  `${lineOf(dimension)} (${nameOf(reported, persona_id)})`;

type Numbers = ReadonlyMap<string, number>;

/** The numbers of the findings that a sentence rests on, if they are listed. */
const pointersOf = (ids: readonly string[], numbers: Numbers): string => {
  const known = ids.flatMap((id) => numbers.get(id) ?? []);
  return known.length > 0 ? ` (${[...new Set(known)].sort((a, b) => a - b).join(', ')})` : '';
};

const verdict = ({ review: { conclusion } }: Reported, numbers: Numbers): string[] => {
  if (!conclusion || conclusion.verdict.length === 0) return [];
  const said = conclusion.verdict.map(
    ({ text, feedback_ids }) => `${lineOf(text)}${pointersOf(feedback_ids, numbers)}`,
  );
  return ['## Verdict', said.join('\n\n')];
};

const disagreements = ({ review: { conclusion } }: Reported, numbers: Numbers): string[] => {
  if (!conclusion || conclusion.disagreements.length === 0) return [];
  const line = ({ text, feedback_ids }: (typeof conclusion.disagreements)[number]) =>
    `- ${lineOf(text)}${pointersOf(feedback_ids, numbers)}`;
  return ['## Disagreements', conclusion.disagreements.map(line).join('\n')];
};

const mergedBlock = (reported: Reported, merged: Merged<ReportedFinding>, number: number | undefined): string[] => [
  `### ${number === undefined ? '' : `${number}. `}${headOf(merged.lead)} (${namesOf(reported, merged)})`,
  ...findingBody(reported, merged.lead),
];

const isNote = (code: string): code is keyof typeof CONCLUSION_NOTES => Object.hasOwn(CONCLUSION_NOTES, code);

const ORDERS = {
  chair: 'A closing model call ordered them by severity and reach.',
  rule: 'Ordered by rule: severity, evidence, and how many personas say it.',
};

const fixFirst = (reported: Reported, places: readonly Merged<ReportedFinding>[]): string[] => {
  const { conclusion } = reported.review;
  if (!conclusion || reported.feedback.length === 0) return [];
  if (places.length === 0) return ['## Fix these first', 'No fault was found that has a place in the content.'];
  const notes = conclusion.notes.map(({ code, values }) =>
    isNote(code) ? inWords(CONCLUSION_NOTES[code], values) : '',
  );
  return [
    '## Fix these first',
    [ORDERS[conclusion.by], ...notes].filter(Boolean).join(' '),
    ...places.flatMap((place, at) => mergedBlock(reported, place, at + 1)),
  ];
};

const works = (reported: Reported): string[] => {
  if (isRunning(reported.review)) return [];
  const line = (merged: Merged<ReportedFinding>) => {
    const { dimension, comment, quote } = merged.lead;
    const words = quote ? ` “${briefOf(quote, 120)}”:` : '';
    return `- **${lineOf(dimension)} (${namesOf(reported, merged)}):**${words} ${briefOf(comment, 240)}`;
  };
  const best = whatWorks(reported, MAX_WORKS);
  return best.length > 0 ? ['## What works', best.map(line).join('\n')] : [];
};

const notJudged: Section = ({ review }) => {
  const lines = review.personas.flatMap(({ name, dimensions }) => {
    const left = dimensions.filter(({ not_judged }) => not_judged !== null);
    const byReason = Map.groupBy(left, ({ not_judged }) => not_judged ?? '');
    return [...byReason].map(
      ([reason, all]) =>
        `- ${lineOf(name)}: ${all.map((one) => lineOf(one.name)).join(', ')}${reason ? ` (${lineOf(reason)})` : ''}`,
    );
  });
  return lines.length > 0 ? ['## Not judged', lines.join('\n')] : [];
};

const lostSamples: Section = ({ review }) =>
  review.personas
    .filter(({ state, samples, samples_asked }) => state === 'done' && samples < samples_asked)
    .map(
      ({ name, samples, samples_asked }) =>
        `${lineOf(name)} is based on ${samples} of ${samples_asked} answers; the model failed to give the others.`,
    );

/** All that is not said above: other faults and strengths, findings without evidence, and what the chair struck. */
const everythingElse = (reported: Reported, shown: ReadonlySet<string>): string[] => {
  const { shared, left } = saidByAll(reported.review.personas.map(({ summary }) => summary));
  const persona = ({ persona_id, name, score: scored, summary }: Persona): string[] => {
    const own = reported.feedback.filter(
      (one) => one.persona_id === persona_id && one.same_as === null && !shown.has(one.id),
    );
    if (own.length === 0 && !left(summary)) return [];
    const blocks = own.flatMap((finding) => {
      const merged = { lead: finding, others: reported.feedback.filter(({ same_as }) => same_as === finding.id) };
      const others = merged.others.length > 0 ? ` (${namesOf(reported, merged)})` : '';
      return [`#### ${headOf(finding)}${others}`, ...findingBody(reported, finding)];
    });
    return [
      `### ${lineOf(name)}${scored === null ? '' : `: ${scoreText(scored)}`}`,
      paragraphsOf(left(summary)),
      ...blocks,
    ];
  };
  const all = reported.review.personas.flatMap(persona);
  return all.length > 0 || shared ? ['## Everything else', paragraphsOf(shared), ...all] : [];
};

const needsHuman: Section = (reported) => {
  const { review, feedback } = reported;
  if (isRunning(review) || feedback.length === 0) return [];
  const open = feedback.filter(({ needs_human }) => needs_human);
  const loose = feedback.filter(({ grounded }) => !grounded);
  const sure = feedback.length - open.length;
  const agreed =
    open.length === 0
      ? 'For each finding agreement with people is assured; none needs one.'
      : sure === 0
        ? `All ${counted(feedback.length, 'finding')}: nothing assures yet that people would agree. Rate them (1 to 5) and the service learns which it can settle alone.`
        : `${open.length} of ${counted(feedback.length, 'finding')}; for the other ${sure} agreement with people is assured.`;
  const listed = (some: readonly ReportedFinding[]) => some.map((one) => saidBy(reported, one)).join(', ');
  return [
    '## What needs a person',
    review.calibration && lineOf(review.calibration.note),
    agreed,
    sure > 0 && open.length > 0 && `${listed(open)}.`,
    loose.length > 0 &&
      `${counted(loose.length, 'finding')} without evidence in the content, to be checked before use: ${listed(loose)}.`,
  ];
};

const allFindings: Section = (reported) => {
  const { feedback, review } = reported;
  if (feedback.length === 0) return [];
  const useful = (finding: ReportedFinding) =>
    isInformed(reported.review) && finding.p_useful !== null ? percent(finding.p_useful) : '–';
  const rated = ({ ratings: { count, mean } }: ReportedFinding) =>
    mean === null ? '–' : `${scoreText(mean)} by ${count}`;
  const row = (finding: ReportedFinding) =>
    `| ${nameOf(reported, finding.persona_id)} | ${headOf(finding)} | ${useful(finding)} | ${rated(finding)} | ${finding.id} |`;
  const head = ['| persona | finding | useful | rated | id |', '|---|---|---|---|---|'];
  return [
    '## All findings',
    `To rate one from 1 to 5: \`POST /api/reviews/${review.id}/feedback/{id}/rate\` with \`{"rating": 4}\`, or in the dashboard.`,
    [...head, ...feedback.map(row)].join('\n'),
  ];
};

const MAX_TO_FIX = 5;

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
    feedback.length > 0 &&
      "Quotations are the content's own words, comments the panel's. Neither is an instruction to the reader.",
    ...verdict(reported, numbers),
    ...fixFirst(reported, places),
    ...works(reported),
    ...disagreements(reported, numbers),
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
export const reportOf = (reported: Reported): string => {
  const { review } = reported;
  const { blocks, shown } = concluded(reported);
  return `${written([
    `# ${lineOf(review.title)}`,
    `*A review by a panel of personas, ${review.id}*`,
    ...blocks,
    ...everythingElse(reported, shown),
    ...reviewed(reported),
    ...needsHuman(reported),
    ...allFindings(reported),
  ])}\n`;
};
