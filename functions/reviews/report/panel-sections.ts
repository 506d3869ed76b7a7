import { noteIn, saidIn } from '../../codes/note-in.ts';
import { said } from '../../codes/said.ts';
import { rangeIn } from './finding.ts';
import { bandOf, scoreText, timeText } from './in-words.ts';
import { briefOf, codeOf, lineOf, paragraphsOf } from './plain-text.ts';
import { countIn, formFor, type Say, sayIn } from './say.ts';
import type { Blocks, ReportedPersona, Section } from './section.ts';
import { bareIn, type Reported } from './what-to-fix.ts';

/** An interval of ratings this wide says next to nothing. */
const WIDE = 2.5;

const STATUS: Record<Reported['review']['status'], (reported: Reported) => string> = {
  queued: (reported) => sayIn(reported)('status_queued'),
  running: (reported) => {
    const { runs_done: done, runs_total } = reported.review;
    return sayIn(reported)(formFor(done, 'status_running'), { done, all: countIn(reported)(runs_total, 'persona') });
  },
  complete: (reported) => {
    const { runs_total: count, basis } = reported.review;
    // No one is asked, so no one answers.
    if (basis === 'facts') return sayIn(reported)('status_measured');
    return sayIn(reported)(formFor(count, 'status_complete'), {
      count,
    });
  },
  partial: (reported) => {
    const { runs_failed: failed, runs_total } = reported.review;
    const all = countIn(reported)(runs_total, 'persona');
    return sayIn(reported)(formFor(failed, 'status_partial'), { failed, all });
  },
  not_judged: (reported) => sayIn(reported)('status_not_judged'),
  failed: (reported) => sayIn(reported)(reported.review.content ? 'status_failed' : 'status_unreadable'),
};

export const status: Section = (reported) => {
  const { status, error, error_codes } = reported.review;
  return [STATUS[status](reported), error && paragraphsOf(saidIn(reported.language, error, error_codes))];
};

const purposeLines = (say: Say, { brief }: Reported['review']): string[] =>
  (['goal', 'audience', 'stage'] as const).flatMap((field) => {
    const text = brief?.[field];
    if (!text) return [];
    const name = say(field);
    return [`- ${brief.inferred.includes(field) ? say('inferred', { name }) : name}: ${lineOf(text)}`];
  });

export const reviewed: Section = (reported) => {
  const { content, input_type, source, url, created_at, completed_at, tokens } = reported.review;
  const say = sayIn(reported);
  const count = countIn(reported);
  const figure = (value: number) => value.toLocaleString(reported.language ?? 'en');
  const kind = say(source === 'widget_annotation' ? 'kind_note' : `kind_${input_type}`);
  const size = content && `${count(content.words, 'word')}, ${count(content.characters, 'character')}`;
  const [at, end] = [timeText(created_at), completed_at && timeText(completed_at)];
  const facts = [
    size ? say('reviewed_kind_size', { kind, size }) : say('reviewed_kind', { kind }),
    content?.title && say('own_title', { title: lineOf(content.title) }),
    url && say('address', { url: codeOf(url) }),
    content &&
      content.picture_urls.length > 0 &&
      say(formFor(content.picture_urls.length, 'with_pictures'), {
        pictures: count(content.picture_urls.length, 'picture'),
      }),
    content?.cut &&
      say('cut', {
        kept: figure(content.cut.kept),
        of: figure(content.cut.of),
      }),
    ...(content?.notes ?? []).map((text, at) =>
      say('note', { note: lineOf(noteIn(reported.language, { text, ...content?.note_codes?.[at] })) }),
    ),
  ];
  const ends = [
    end ? say('requested_ended', { at, end }) : say('requested', { at }),
    tokens &&
      say('tokens', {
        input: figure(tokens.input),
        cached: figure(tokens.cached ?? 0),
        output: figure(tokens.output),
      }),
  ];
  const listed = (lines: Blocks) => lines.filter(Boolean).map((line) => `- ${line}`);
  return [
    `## ${say('reviewed')}`,
    [...listed(facts), ...purposeLines(say, reported.review), ...listed(ends)].join('\n'),
  ];
};

export const answeredBy: Section = (reported) => {
  const { review, feedback } = reported;
  if (review.ai_live === null || review.status === 'failed') return [];
  if (review.basis === 'facts') return [sayIn(reported)(feedback.length > 0 ? 'by_facts' : 'by_facts_none')];
  const name = review.model ? ` (${lineOf(review.model)})` : '';
  const text = review.ai_live ? 'by_ai' : 'by_no_ai';
  return [sayIn(reported)(text, { name })];
};

const bareShare = (reported: Reported) => {
  const found = bareIn(reported.feedback);
  if (!found) return undefined;
  const { bare, count } = found;
  return sayIn(reported)(formFor(bare, 'bare'), { bare, all: countIn(reported)(count, 'of_finding') });
};

export const score: Section = (reported) => {
  const { score: page, ...review } = reported.review;
  if (!page) return [];
  const say = sayIn(reported);
  const { value, interval, raw, basis, ratings } = page;
  const [low = 1, high = 5] = interval ?? [];
  const panel = say('score_panel', {
    score: scoreText(raw),
    meaning: say(`band_${bandOf(raw)}`),
  });
  const known = interval
    ? [
        say('score_people', {
          score: scoreText(value),
          answers: countIn(reported)(ratings, 'answer'),
          range: rangeIn(say, interval, scoreText),
        }),
        panel,
        ...(high - low > WIDE ? [say('score_wide')] : []),
      ]
    : [panel, say('score_mean')];
  return [
    `## ${say('score', { score: scoreText(value), scale: say(`scale_${basis}`) })}`,
    known.join(' '),
    bareShare(reported),
    review.conclusion?.notes.some(({ code }) => code === 'all_fives') && noteIn(reported.language, said('all_fives')),
    review.status === 'partial' && say('score_partial'),
  ];
};

type FactItem = NonNullable<Reported['facts']>['items'][number];

const rulesOfItems = (items: readonly FactItem[]): string => items.map(({ rule }) => codeOf(rule)).join(', ');

/** Each rule once, though it was measured in two windows. */
const ofState = ({ items }: NonNullable<Reported['facts']>, state: FactItem['state']): FactItem[] => [
  ...new Map(items.filter((one) => one.state === state).map((one) => [one.rule, one])).values(),
];

export const checks: Section = (reported) => {
  const { facts } = reported;
  if (!facts || facts.items.length === 0) return [];
  const say = sayIn(reported);
  const [failed, passed, open] = (['failed', 'passed', 'not_measured'] as const).map((state) => ofState(facts, state));
  const bad = new Set(failed?.map(({ rule }) => rule));
  const good = passed?.filter(({ rule }) => !bad.has(rule)) ?? [];
  const known = new Set([...bad, ...good.map(({ rule }) => rule)]);
  const unknown = open?.filter(({ rule }) => !known.has(rule)) ?? [];
  return [
    `## ${say('checks')}`,
    say('checks_counted', {
      failed: bad.size,
      passed: good.length,
      open: unknown.length,
    }),
    good.length > 0 && say('checks_passed', { rules: rulesOfItems(good) }),
    [
      ...Map.groupBy(unknown, ({ reason, reason_code: said }) =>
        noteIn(reported.language, { text: reason ?? '', ...said }),
      ),
    ]
      .map(([reason, items]) =>
        say('checks_open', {
          rules: rulesOfItems(items),
          reason: lineOf(reason),
        }).trim(),
      )
      .join('\n'),
  ];
};

export const panel: Section = (reported) => {
  const { review } = reported;
  if (review.basis === 'facts') return [];
  const say = sayIn(reported);
  const row = ({ name, title, state, score: scored, error, error_codes, dimensions }: ReportedPersona) => {
    const sorted = dimensions
      .flatMap(({ name: dimension, score: given }) => (given === null ? [] : [{ dimension, given }]))
      .sort((a, b) => b.given - a.given);
    const cell = (one: (typeof sorted)[number] | undefined) =>
      one ? `${lineOf(one.dimension)} ${scoreText(one.given)}` : '–';
    const said = error && saidIn(reported.language, error, error_codes);
    const why = state === 'failed' && said ? `: ${briefOf(said, 200)}` : '';
    const shown = [
      `${lineOf(name)} (${lineOf(title)})`,
      scored === null ? '–' : scoreText(scored),
      cell(sorted[0]),
      cell(sorted.length > 1 ? sorted.at(-1) : undefined),
      say(`state_${state}`) + why,
    ];
    return `| ${shown.join(' | ')} |`;
  };
  const head = [say('panel_head'), '|---|---|---|---|---|'];
  return [`## ${say('panel')}`, [...head, ...review.personas.map(row)].join('\n')];
};

export const notJudged: Section = (reported) => {
  const say = sayIn(reported);
  const lines = reported.review.personas.flatMap(({ name, dimensions }) => {
    const left = dimensions.filter(({ not_judged }) => not_judged !== null);
    const byReason = Map.groupBy(left, ({ not_judged, lacks }) => (lacks ? say(`lacks_${lacks}`) : (not_judged ?? '')));
    return [...byReason].map(
      ([reason, all]) =>
        `- ${lineOf(name)}: ${all.map((one) => lineOf(one.name)).join(', ')}${reason ? ` (${lineOf(reason)})` : ''}`,
    );
  });
  return lines.length > 0 ? [`## ${say('not_judged')}`, lines.join('\n')] : [];
};

export const lostSamples: Section = (reported) =>
  reported.review.personas
    .filter(({ state, samples, samples_asked }) => state === 'done' && samples < samples_asked)
    .map(({ name, samples, samples_asked: asked }) =>
      sayIn(reported)('lost_samples', {
        name: lineOf(name),
        samples,
        asked,
      }),
    );
