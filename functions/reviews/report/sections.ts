import { adviceOf, evidenceOf, findingBlock, hasEvidence, standingOf } from './finding.ts';
import { counted, KINDS, meaningOf, percent, rangeText, scoreText, timeText } from './in-words.ts';
import { briefOf, codeOf, lineOf, paragraphsOf } from './plain-text.ts';
import type { Reported, ReportedFinding } from './reported.ts';
import { saidByAll } from './said-by-all.ts';
import { isInformed, type Place, whatIsGood } from './what-to-fix.ts';

type Persona = Reported['review']['personas'][number];
type Section = (reported: Reported) => string[];

const MOST_GOOD = 5;
/** From this part of findings without evidence on, the score says little. */
const MUCH = 0.25;
/** An interval of ratings this wide says next to nothing. */
const WIDE = 2.5;

const isRunning = ({ status }: Reported['review']): boolean => status === 'queued' || status === 'running';
const nameOf = ({ review }: Reported, id: string): string =>
  lineOf(review.personas.find(({ persona_id }) => persona_id === id)?.name ?? id);

const STATUS: Record<Reported['review']['status'], (review: Reported['review']) => string> = {
  queued: () => 'Nobody has begun yet. Read it again in a few seconds.',
  running: ({ runs_done, runs_total }) =>
    `Still running: ${runs_done} of ${counted(runs_total, 'persona')} have ended. Scores come with the last. Read it again in a few seconds.`,
  complete: ({ runs_total }) =>
    runs_total === 1 ? 'The persona has answered.' : `All ${runs_total} personas have answered.`,
  partial: ({ runs_failed, runs_total }) =>
    `${runs_failed} of ${counted(runs_total, 'persona')} failed; what the others said stands.`,
  failed: ({ error }) => (error ? 'It could not be read.' : 'No persona could answer.'),
};

export const status: Section = ({ review }) => [
  STATUS[review.status](review),
  ...(review.error ? [paragraphsOf(review.error)] : []),
];

export const reviewed: Section = ({ review }) => {
  const { content, input_type, source, url, created_at, completed_at } = review;
  const size = content && `${counted(content.words, 'word')}, ${counted(content.characters, 'character')}`;
  const facts = [
    `- It is ${source === 'widget_annotation' ? 'a note that was left on a page' : KINDS[input_type]}${size ? `: ${size}` : ''}.`,
    ...(content?.title ? [`- Its own title: ${lineOf(content.title)}`] : []),
    ...(url ? [`- Address: ${codeOf(url)}`] : []),
    ...(content && content.picture_urls.length > 0
      ? [`- ${counted(content.picture_urls.length, 'picture')} went with it.`]
      : []),
    ...(content?.cut
      ? [
          `- **Cut:** only the first ${content.cut.kept.toLocaleString('en')} of ${content.cut.of.toLocaleString('en')} characters were judged.`,
        ]
      : []),
    ...(content?.notes ?? []).map((note) => `- **Note:** ${lineOf(note)}`),
    `- Asked for ${timeText(created_at)}${completed_at ? `, ended ${timeText(completed_at)}` : ''}.`,
  ];
  return ['## What was reviewed', facts.join('\n')];
};

export const answeredBy: Section = ({ review, model }) => {
  if (review.ai_live === null) return [];
  const name = model ? ` (${lineOf(model)})` : '';
  return [
    review.ai_live
      ? `An AI answered${name}. It can be wrong; quotations were checked against the content.`
      : `**No AI answered.** Stated rules${name} measured what can be counted: sentences, headings, links, figures, contrast. They do not understand what is written.`,
  ];
};

/** A score of which much has no evidence is worth little, and says so. */
const bareShare: Section = ({ feedback }) => {
  const bare = feedback.filter(({ grounded }) => !grounded).length;
  return bare / feedback.length < MUCH
    ? []
    : [`**${bare} of ${counted(feedback.length, 'finding')} have no evidence in the content**: the score says little.`];
};

export const score: Section = (reported) => {
  const { score: overall, calibration, ...review } = reported.review;
  if (!overall || !calibration) return [];
  const { value, interval, raw } = overall;
  const [low = 1, high = 5] = interval;
  const known = isInformed(reported)
    ? [
        `This is the rating to expect from your people; ${rangeText(interval, scoreText)} holds 90 of 100 of their ratings.`,
        `The personas themselves gave ${scoreText(raw)}.`,
        ...(high - low > WIDE ? ['That is a wide range: take the findings more seriously than the number.'] : []),
      ]
    : [
        'It is the mean of what the personas gave, and says how they compare with each other, not what your people would say.',
      ];
  return [
    `## Score: ${scoreText(value)} of 5`,
    `**${scoreText(value)}** is ${meaningOf(value)}. ${known.join(' ')}`,
    lineOf(calibration.note),
    ...bareShare(reported),
    ...(review.status === 'partial' ? ['Personas that failed do not count in it.'] : []),
  ];
};

const STATES: Record<Persona['state'], string> = {
  queued: 'waits',
  running: 'at work',
  done: 'answered',
  failed: 'failed',
};

export const panel: Section = ({ review }) => {
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

const saidBy = (reported: Reported, { persona_id, dimension, score: scored }: ReportedFinding): string =>
  `${lineOf(dimension)} ${scoreText(scored)} (${nameOf(reported, persona_id)})`;

const placeBlock = (reported: Reported, { remarks }: Place, at: number): string => {
  const said = remarks.flatMap((same, index) => {
    const [first] = same;
    if (!first) return [];
    const names = same.map((one) => saidBy(reported, one)).join(', ');
    return [
      index === 0 ? `### ${at + 1}. ${names}` : `**${names}:**`,
      ...(index === 0 ? evidenceOf(first) : []),
      paragraphsOf(first.comment),
      ...adviceOf(first),
      ...(same.length === 1 ? [standingOf(reported, first)] : []),
    ];
  });
  return said.filter(Boolean).join('\n\n');
};

export const fixFirst = (reported: Reported, places: readonly Place[]): string[] => {
  if (isRunning(reported.review) || reported.feedback.length === 0) return [];
  if (places.length === 0) return ['## What to fix first', 'Nothing scored under 3.5. See below for details.'];
  const order = isInformed(reported)
    ? 'Worst first, by score, evidence and how useful people would find it.'
    : 'Worst first, by score, evidence and weight.';
  return ['## What to fix first', order, ...places.map((place, at) => placeBlock(reported, place, at))];
};

export const good: Section = (reported) => {
  if (isRunning(reported.review)) return [];
  const best = whatIsGood(reported, MOST_GOOD);
  const line = (alike: ReportedFinding[]) => {
    const names = alike.map((one) => saidBy(reported, one)).join(', ');
    return `- **${names}:** ${briefOf(alike[0]?.comment ?? '', 240)}`;
  };
  return best.length > 0 ? ['## What is good', best.map(line).join('\n')] : [];
};

/** Every persona's findings; those shown above are references. */
export const byPersona = (reported: Reported, places: readonly Place[]): string[] => {
  const above = new Map(places.flatMap(({ remarks }, at) => remarks.flat().map(({ id }) => [id, at + 1] as const)));
  const { shared, left } = saidByAll(reported.review.personas.map(({ summary }) => summary));
  const persona = ({ persona_id, name, score: scored, summary }: Persona): string[] => {
    const own = reported.feedback.filter((finding) => finding.persona_id === persona_id);
    if (own.length === 0) return [];
    const blocks = own.filter(hasEvidence).map((finding) => {
      const at = above.get(finding.id);
      return at === undefined
        ? findingBlock(reported, finding)
        : `#### ${lineOf(finding.dimension)}: ${scoreText(finding.score)}\n\nSee ${at} above.`;
    });
    const bare = own
      .filter((one) => !hasEvidence(one))
      .map((one) => `- **${lineOf(one.dimension)}: ${scoreText(one.score)}.** ${lineOf(one.comment)}`);
    const without = bare.length > 0 ? ['#### Without evidence', bare.join('\n')] : [];
    return [
      `### ${lineOf(name)}${scored === null ? '' : `: ${scoreText(scored)}`}`,
      paragraphsOf(left(summary)),
      ...blocks,
      ...without,
    ];
  };
  const all = reported.review.personas.flatMap(persona);
  return all.length > 0 ? ['## Persona by persona', paragraphsOf(shared), ...all] : [];
};

export const needsHuman: Section = (reported) => {
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
  const named = sure > 0 && open.length > 0 ? [`${listed(open)}.`] : [];
  const unproved =
    loose.length > 0
      ? [
          `${counted(loose.length, 'finding')} without evidence in the content, to be checked before use: ${listed(loose)}.`,
        ]
      : [];
  return ['## What needs a person', agreed, ...named, ...unproved];
};

/** Every finding on a line, with the id that it is rated by. */
export const allFindings: Section = (reported) => {
  const { feedback, review } = reported;
  if (feedback.length === 0) return [];
  const useful = (finding: ReportedFinding) =>
    isInformed(reported) && finding.p_useful !== null ? percent(finding.p_useful) : '–';
  const rated = ({ ratings: { count, mean } }: ReportedFinding) =>
    mean === null ? '–' : `${scoreText(mean)} by ${count}`;
  const row = (finding: ReportedFinding) =>
    `| ${nameOf(reported, finding.persona_id)} | ${lineOf(finding.dimension)} | ${scoreText(finding.score)} | ${useful(finding)} | ${rated(finding)} | ${finding.id} |`;
  const head = ['| persona | dimension | score | useful | rated | finding |', '|---|---|---|---|---|---|'];
  return [
    '## All findings',
    `To rate one from 1 to 5: \`POST /api/reviews/${review.id}/feedback/{finding}/rate\` with \`{"rating": 4}\`, or in the dashboard.`,
    [...head, ...feedback.map(row)].join('\n'),
  ];
};
