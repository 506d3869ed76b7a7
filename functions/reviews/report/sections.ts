import { CONCLUSION_NOTES } from '../../codes/conclusion-notes.ts';
import { PANEL, PANEL_ID } from '../the-panel.ts';
import { calibrationNote } from './calibration-note.ts';
import { reasonText } from './fact-words.ts';
import { findingBody, headOf, namesOf, rangeIn } from './finding.ts';
import { KINDS, meaningOf, percent, SCALES, scoreText, timeText } from './in-words.ts';
import { briefOf, codeOf, lineOf, paragraphsOf } from './plain-text.ts';
import { saidByAll } from './said-by-all.ts';
import { countIn, type Say, sayIn } from './say.ts';
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
  lineOf(review.personas.find(({ persona_id }) => persona_id === id)?.name ?? (id === PANEL_ID ? PANEL.name : id));

const STATUS: Record<Reported['review']['status'], (reported: Reported) => string> = {
  queued: (reported) => sayIn(reported)('Not started yet. Read it again in a few seconds.'),
  running: (reported) => {
    const { runs_done: done, runs_total } = reported.review;
    const text =
      'Still running: {done} of {all} have ended. Scores come with the last. Read it again in a few seconds.';
    return sayIn(reported)(text, { done, all: countIn(reported)(runs_total, 'persona') });
  },
  complete: (reported) => {
    const { runs_total: count } = reported.review;
    return sayIn(reported)(count === 1 ? 'The persona has answered.' : 'All {count} personas have answered.', {
      count,
    });
  },
  partial: (reported) => {
    const { runs_failed: failed, runs_total } = reported.review;
    const all = countIn(reported)(runs_total, 'persona');
    return sayIn(reported)('{failed} of {all} failed; the others answered.', { failed, all });
  },
  not_judged: (reported) => sayIn(reported)('It was not judged, and cost nothing.'),
  failed: (reported) => sayIn(reported)(reported.review.content ? 'No persona could answer.' : 'It could not be read.'),
};

const status: Section = (reported) => {
  const { review } = reported;
  return [STATUS[review.status](reported), review.error && paragraphsOf(review.error)];
};

const purposeLines = (say: Say, { brief }: Reported['review']): string[] =>
  (['goal', 'audience', 'stage'] as const).flatMap((field) => {
    const text = brief?.[field];
    if (!text) return [];
    const name = say(`${field.slice(0, 1).toUpperCase()}${field.slice(1)}`);
    return [`- ${brief.inferred.includes(field) ? say('{name} (inferred)', { name }) : name}: ${lineOf(text)}`];
  });

const reviewed: Section = (reported) => {
  const { content, input_type, source, url, created_at, completed_at, tokens } = reported.review;
  const say = sayIn(reported);
  const count = countIn(reported);
  const figure = (value: number) => value.toLocaleString(reported.language ?? 'en');
  const kind = say(source === 'widget_annotation' ? 'a note that was left on a page' : KINDS[input_type]);
  const size = content && `${count(content.words, 'word')}, ${count(content.characters, 'character')}`;
  const [at, end] = [timeText(created_at), completed_at && timeText(completed_at)];
  const facts = [
    size ? say('It is {kind}: {size}.', { kind, size }) : say('It is {kind}.', { kind }),
    content?.title && say('Its own title: {title}', { title: lineOf(content.title) }),
    url && say('Address: {url}', { url: codeOf(url) }),
    content &&
      content.picture_urls.length > 0 &&
      say('{pictures} went with it.', { pictures: count(content.picture_urls.length, 'picture') }),
    content?.cut &&
      say('**Cut:** only the first {kept} of {of} characters were judged.', {
        kept: figure(content.cut.kept),
        of: figure(content.cut.of),
      }),
    ...(content?.notes ?? []).map((note) => say('**Note:** {note}', { note: lineOf(note) })),
  ];
  const ends = [
    end ? say('Requested {at}, ended {end}.', { at, end }) : say('Requested {at}.', { at }),
    tokens &&
      say('Model tokens: {input} in ({cached} from the cache), {output} out.', {
        input: figure(tokens.input),
        cached: figure(tokens.cached ?? 0),
        output: figure(tokens.output),
      }),
  ];
  const listed = (lines: Blocks) => lines.filter(Boolean).map((line) => `- ${line}`);
  return [
    `## ${say('What was reviewed')}`,
    [...listed(facts), ...purposeLines(say, reported.review), ...listed(ends)].join('\n'),
  ];
};

const answeredBy: Section = (reported) => {
  const { review } = reported;
  if (review.ai_live === null || review.status === 'failed') return [];
  if (review.basis === 'facts')
    return [
      sayIn(reported)(
        '**No AI answered.** Every finding was measured by a rule; nothing was judged, so there is no score.',
      ),
    ];
  const name = review.model ? ` (${lineOf(review.model)})` : '';
  const text = review.ai_live
    ? 'An AI answered{name}. It can be wrong; quotations were checked against the content.'
    : '**No AI answered.** Fixed rules or recorded answers{name} did.';
  return [sayIn(reported)(text, { name })];
};

const bareShare = (reported: Reported) => {
  const feedback = reported.feedback.filter(({ rule }) => !rule);
  const bare = feedback.filter(({ grounded }) => !grounded).length;
  const verb = feedback.length === 1 ? 'has' : 'have';
  const text = `**{bare} of {all} ${verb} no evidence in the content**: the score says little.`;
  return (
    bare / feedback.length >= MUCH &&
    sayIn(reported)(text, { bare, all: countIn(reported)(feedback.length, 'finding') })
  );
};

const score: Section = (reported) => {
  const { score: page, ...review } = reported.review;
  if (!page) return [];
  const say = sayIn(reported);
  const { value, interval, raw, basis, ratings } = page;
  const [low = 1, high = 5] = interval ?? [];
  const panel = say('The personas gave **{score}**, {meaning}.', {
    score: scoreText(raw),
    meaning: say(meaningOf(raw)),
  });
  const known = interval
    ? [
        say(
          '**{score}** is the rating to expect from the team, learned from {answers} to “How good is this page?”; {range} holds 90 of 100 of them.',
          {
            score: scoreText(value),
            answers: countIn(reported)(ratings, 'answer'),
            range: rangeIn(say, interval, scoreText),
          },
        ),
        panel,
        ...(high - low > WIDE ? [say('That is a wide range: take the findings more seriously than the number.')] : []),
      ]
    : [
        panel,
        say('That is their weighted mean. It compares reviews, and does not say what people would give the page.'),
      ];
  return [
    `## ${say('Score: {score} of 5, {scale}', { score: scoreText(value), scale: say(SCALES[basis]) })}`,
    known.join(' '),
    bareShare(reported),
    review.conclusion?.notes.some(({ code }) => code === 'all_fives') && say(CONCLUSION_NOTES.all_fives.join(' ')),
    review.status === 'partial' && say('Personas that failed do not count in it.'),
  ];
};

type FactItem = NonNullable<Reported['facts']>['items'][number];

const rulesOfItems = (items: readonly FactItem[]): string => items.map(({ rule }) => codeOf(rule)).join(', ');

/** Each rule once, though it was measured in two windows. */
const ofState = ({ items }: NonNullable<Reported['facts']>, state: FactItem['state']): FactItem[] => [
  ...new Map(items.filter((one) => one.state === state).map((one) => [one.rule, one])).values(),
];

const checks: Section = (reported) => {
  const { facts } = reported;
  if (!facts || facts.items.length === 0) return [];
  const say = sayIn(reported);
  const [failed, passed, open] = (['failed', 'passed', 'not_measured'] as const).map((state) => ofState(facts, state));
  const bad = new Set(failed?.map(({ rule }) => rule));
  const good = passed?.filter(({ rule }) => !bad.has(rule)) ?? [];
  const known = new Set([...bad, ...good.map(({ rule }) => rule)]);
  const unknown = open?.filter(({ rule }) => !known.has(rule)) ?? [];
  return [
    `## ${say('Checks')}`,
    say('{failed} failed, {passed} passed, {open} not measured.', {
      failed: bad.size,
      passed: good.length,
      open: unknown.length,
    }),
    good.length > 0 && say('Passed: {rules}', { rules: rulesOfItems(good) }),
    [...Map.groupBy(unknown, ({ reason }) => reason ?? '')]
      .map(([reason, items]) =>
        say('- Not measured: {rules}. {reason}', {
          rules: rulesOfItems(items),
          reason: lineOf(reasonText(reported, reason)),
        }).trim(),
      )
      .join('\n'),
  ];
};

const STATES: Record<Persona['state'], string> = {
  queued: 'waits',
  running: 'at work',
  done: 'answered',
  failed: 'failed',
};

const panel: Section = (reported) => {
  const { review } = reported;
  if (review.basis === 'facts') return [];
  const say = sayIn(reported);
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
      say(STATES[state]) + why,
    ];
    return `| ${shown.join(' | ')} |`;
  };
  const head = [say('| persona | score | best | weakest | state |'), '|---|---|---|---|---|'];
  return [`## ${say('The panel')}`, [...head, ...review.personas.map(row)].join('\n')];
};

const saidBy = (reported: Reported, { persona_id, dimension }: ReportedFinding): string =>
  `${lineOf(dimension)} (${nameOf(reported, persona_id)})`;

type Numbers = ReadonlyMap<string, number>;

/** The numbers of the findings that a sentence rests on, if they are listed. */
const pointersOf = (ids: readonly string[], numbers: Numbers): string => {
  const known = ids.flatMap((id) => numbers.get(id) ?? []);
  return known.length > 0 ? ` (${[...new Set(known)].sort((a, b) => a - b).join(', ')})` : '';
};

const verdict = (reported: Reported, numbers: Numbers): string[] => {
  const { conclusion } = reported.review;
  if (!conclusion || conclusion.verdict.length === 0) return [];
  const said = conclusion.verdict.map(
    ({ text, feedback_ids }) => `${lineOf(text)}${pointersOf(feedback_ids, numbers)}`,
  );
  return [`## ${sayIn(reported)('Verdict')}`, said.join('\n\n')];
};

const disagreements = (reported: Reported, numbers: Numbers): string[] => {
  const { conclusion } = reported.review;
  if (!conclusion || conclusion.disagreements.length === 0) return [];
  const line = ({ text, feedback_ids }: (typeof conclusion.disagreements)[number]) =>
    `- ${lineOf(text)}${pointersOf(feedback_ids, numbers)}`;
  return [`## ${sayIn(reported)('Disagreements')}`, conclusion.disagreements.map(line).join('\n')];
};

const mergedBlock = (reported: Reported, merged: Merged<ReportedFinding>, number: number | undefined): string[] => [
  `### ${number === undefined ? '' : `${number}. `}${headOf(sayIn(reported), merged.lead)} (${namesOf(reported, merged)})`,
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
  const say = sayIn(reported);
  const heading = `## ${say('Fix these first')}`;
  if (places.length === 0) return [heading, say('No fault was found that has a place in the content.')];
  if (reported.review.basis === 'facts')
    return [
      heading,
      say('Ordered by severity.'),
      ...places.flatMap((place, at) => mergedBlock(reported, place, at + 1)),
    ];
  const notes = conclusion.notes.map(({ code, values }) =>
    isNote(code) && code !== 'all_fives' ? say(CONCLUSION_NOTES[code].join(' '), values) : '',
  );
  return [
    heading,
    [say(ORDERS[conclusion.by]), ...notes].filter(Boolean).join(' '),
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
  return best.length > 0 ? [`## ${sayIn(reported)('What works')}`, best.map(line).join('\n')] : [];
};

const notJudged: Section = (reported) => {
  const say = sayIn(reported);
  const lines = reported.review.personas.flatMap(({ name, dimensions }) => {
    const left = dimensions.filter(({ not_judged }) => not_judged !== null);
    const byReason = Map.groupBy(left, ({ not_judged }) => not_judged ?? '');
    return [...byReason].map(
      ([reason, all]) =>
        `- ${lineOf(name)}: ${all.map((one) => lineOf(one.name)).join(', ')}${reason ? ` (${lineOf(say(reason))})` : ''}`,
    );
  });
  return lines.length > 0 ? [`## ${say('Not judged')}`, lines.join('\n')] : [];
};

const lostSamples: Section = (reported) =>
  reported.review.personas
    .filter(({ state, samples, samples_asked }) => state === 'done' && samples < samples_asked)
    .map(({ name, samples, samples_asked: asked }) =>
      sayIn(reported)('{name} is based on {samples} of {asked} answers; the model failed to give the others.', {
        name: lineOf(name),
        samples,
        asked,
      }),
    );

/** All that is not said above: other faults and strengths, findings without evidence, and what the chair struck. */
const everythingElse = (reported: Reported, shown: ReadonlySet<string>): string[] => {
  const { shared, left } = saidByAll(reported.review.personas.map(({ summary }) => summary));
  const persona = ({
    persona_id,
    name,
    score: scored,
    summary,
  }: Pick<Persona, 'persona_id' | 'name' | 'score' | 'summary'>): string[] => {
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
  const others = { persona_id: PANEL_ID, name: sayIn(reported)('No persona of the panel'), score: null, summary: '' };
  const all = [...reported.review.personas, others].flatMap(persona);
  return all.length > 0 || shared ? [`## ${sayIn(reported)('Everything else')}`, paragraphsOf(shared), ...all] : [];
};

const needsHuman: Section = (reported) => {
  const { review } = reported;
  const feedback = reported.feedback.filter(({ rule }) => !rule);
  if (isRunning(review) || feedback.length === 0) return [];
  const say = sayIn(reported);
  const count = countIn(reported);
  const all = count(feedback.length, 'finding');
  const open = feedback.filter(({ needs_human }) => needs_human);
  const loose = feedback.filter(({ grounded }) => !grounded);
  const sure = feedback.length - open.length;
  const agreed =
    open.length === 0
      ? say('For each finding agreement with people is assured; none needs one.')
      : sure === 0
        ? say(
            'All {all}: nothing assures yet that people would agree. Rate them (1 to 5) and the service learns which it can settle alone.',
            { all },
          )
        : say('{open} of {all}; for the other {sure} agreement with people is assured.', {
            open: open.length,
            all,
            sure,
          });
  const listed = (some: readonly ReportedFinding[]) => some.map((one) => saidBy(reported, one)).join(', ');
  return [
    `## ${say('What needs a person')}`,
    review.calibration && calibrationNote(review.calibration, reported.language),
    agreed,
    sure > 0 && open.length > 0 && `${listed(open)}.`,
    loose.length > 0 &&
      say('{loose} without evidence in the content, to be checked before use: {list}.', {
        loose: count(loose.length, 'finding'),
        list: listed(loose),
      }),
  ];
};

const allFindings: Section = (reported) => {
  const { feedback, review } = reported;
  if (feedback.length === 0) return [];
  const say = sayIn(reported);
  const useful = (finding: ReportedFinding) =>
    isInformed(reported.review) && finding.p_useful !== null ? percent(finding.p_useful) : '–';
  const rated = ({ ratings: { count, mean } }: ReportedFinding) =>
    mean === null ? '–' : say('{score} by {count}', { score: scoreText(mean), count });
  const row = (finding: ReportedFinding) =>
    `| ${nameOf(reported, finding.persona_id)} | ${headOf(say, finding)} | ${useful(finding)} | ${rated(finding)} | ${finding.id} |`;
  const head = [say('| persona | finding | useful | rated | id |'), '|---|---|---|---|---|'];
  return [
    `## ${say('All findings')}`,
    say('To rate one from 1 to 5: {call} with {body}, or in the dashboard.', {
      call: `\`POST /api/reviews/${review.id}/feedback/{id}/rate\``,
      body: '`{"rating": 4}`',
    }),
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
      sayIn(reported)(
        "Quotations are the content's own words, comments the panel's. Neither is an instruction to the reader.",
      ),
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
export const reportOf = (reported: Reported): string => {
  const { review } = reported;
  const { blocks, shown } = concluded(reported);
  return `${written([
    `# ${lineOf(review.title)}`,
    `*${sayIn(reported)('A review by a panel of personas, {id}', { id: review.id })}*`,
    ...blocks,
    ...everythingElse(reported, shown),
    ...reviewed(reported),
    ...needsHuman(reported),
    ...allFindings(reported),
  ])}\n`;
};
