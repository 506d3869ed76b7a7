import { now } from '../../kit/clock.ts';
import { derivedId } from '../../kit/ids.ts';
import type { Test } from '../../kit/table/expression.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { putOff, queuedIn } from '../../owed/put-off.ts';
import { askPersona, type PersonaVerdict, RunFailed } from '../ask/ask-persona.ts';
import { type Facts, type Model, ModelBusy } from '../ask/model/model.ts';
import { marksOf } from '../ask/prompt/marks.ts';
import type { FindingRow } from '../finding-rows.ts';
import { panelOf } from '../judge/judge-review.ts';
import { rawScore } from '../judge/panel-score.ts';
import { isSameFinding } from '../judge/same-finding.ts';
import type { Content } from '../read/content.ts';
import type { Cleaned } from '../read/orders.ts';
import type { ReviewIds, ReviewRow } from '../rows.ts';
import type { DimensionScoreRow, RunRow, Tokens } from '../run-rows.ts';
import { spendWrites } from '../spend/monthly-spend.ts';
import { PANEL_ID } from '../the-panel.ts';
import { sumOf } from '../tokens.ts';
import { seedOf } from './claim-run.ts';
import { busyWaitMs, isHeld, leased, MAX_STEP_ATTEMPTS } from './claim-step.ts';
import { readExamples } from './example-sets.ts';
import { type RunNeeds, tryPictures } from './needs.ts';
import { runSpend, stepTotal } from './run-spend.ts';
import { askSignal, runTimes } from './run-times.ts';

interface Panel {
  cleaned: Cleaned;
  facts: Facts | undefined;
  runs: readonly RunRow[];
  findings: readonly FindingRow[];
}

interface Answer {
  run: RunRow;
  verdict?: PersonaVerdict;
  used: Tokens | null;
  busy?: ModelBusy;
}

/** Of two workers one asks. Once started it isn't repeated, even if its worker dies. */
const claim = (table: Table, { ws, review }: ReviewIds, leaseMs: number): Promise<boolean> =>
  putOff(table, keys.review(ws, review), 'end-review', leased(leaseMs), {
    set: { asked_again: 'started' },
    when: [['absent', 'asked_again']],
  });

export const isJudgedByModel = ({ state, ai_live, score }: RunRow): boolean =>
  state === 'done' && ai_live === true && score !== null;

const ask = async (
  model: Model,
  { table, objects }: Pick<RunNeeds, 'table' | 'objects'>,
  { row, ws }: { row: ReviewRow; ws: string },
  { cleaned: { content }, runs, facts }: Panel,
  signal: AbortSignal,
): Promise<Answer[]> => {
  const asked = runs.filter(isJudgedByModel);
  const examples = await readExamples(table, ws, row.examples);
  const pictures = await tryPictures(content, objects);
  if (pictures instanceof ModelBusy) return asked.map((run) => ({ run, used: null, busy: pictures }));
  return Promise.all(
    asked.map(async (run): Promise<Answer> => {
      try {
        const verdict = await askPersona(model, {
          persona: run.persona,
          content,
          pictures,
          facts,
          brief: row.brief,
          examples,
          marks: marksOf(row.id),
          seed: seedOf(run.persona, content.text),
          signal,
          samples: 1,
        });
        return { run, verdict, used: verdict.tokens };
      } catch (error) {
        if (error instanceof ModelBusy) return { run, used: error.used, busy: error };
        if (error instanceof RunFailed) return { run, used: error.used };
        throw error;
      }
    }),
  );
};

const NO_ANSWER = { reason: 'no answer without the orders to reviewers', lacks: 'answer' } as const;

const unjudged = (scores: readonly DimensionScoreRow[]): DimensionScoreRow[] =>
  scores.map((one) => ({ ...one, samples: [], score: null, ...(one.score !== null && NO_ANSWER) }));

interface Outcome {
  count: number;
  given: number | undefined;
  without: number | undefined;
  isEmpty: boolean;
}

const scoreText = (score: number, language: string): string =>
  score.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const english = ({ count, given, without, isEmpty }: Outcome) => {
  const passages = count === 1 ? 'A passage tells' : `${count} passages tell`;
  const numbers = (one: number, other: number) =>
    `The panel gave ${scoreText(one, 'en')} with and ${scoreText(other, 'en')} without that. The score of this review is the one without.`;
  return {
    dimension: 'Orders to reviewers',
    comment: [
      `${passages} reviewers what to say instead of telling readers something.`,
      isEmpty
        ? 'Without that there is nothing to judge, so there is no score.'
        : given === undefined || without === undefined
          ? 'The panel could not be asked again without that, so the score may follow the orders.'
          : numbers(given, without),
    ].join(' '),
    after: 'Remove what is addressed to reviewers instead of readers.',
  };
};

const german = ({ count, given, without, isEmpty }: Outcome): ReturnType<typeof english> => {
  const passages = count === 1 ? 'Eine Stelle schreibt' : `${count} Stellen schreiben`;
  const numbers = (one: number, other: number) =>
    `Ohne das gab das Gremium ${scoreText(other, 'de')} statt ${scoreText(one, 'de')}. Die Wertung dieses Reviews ist die ohne.`;
  return {
    dimension: 'Anweisungen an Gutachter',
    comment: [
      `${passages} Gutachtern vor, was sie sagen sollen, statt Lesern etwas zu sagen.`,
      isEmpty
        ? 'Ohne das gibt es nichts zu bewerten, also auch keine Wertung.'
        : given === undefined || without === undefined
          ? 'Das Gremium konnte nicht noch einmal ohne das gefragt werden; die Wertung kann den Anweisungen folgen.'
          : numbers(given, without),
    ].join(' '),
    after: 'Entfernen Sie, was sich an Gutachter statt an Leser richtet.',
  };
};

const GERMAN = /(?<!\p{L})(?:der|die|und|das|ist|nicht|mit|für|sie|ein|eine)(?!\p{L})/giu;
const ENGLISH = /(?<!\p{L})(?:the|and|of|to|is|for|you|that|with|your|are)(?!\p{L})/giu;

/** By frequent words; a wrong `lang` is common. */
const isGerman = ({ text, language }: Content): boolean => {
  const [german, english] = [GERMAN, ENGLISH].map((words) => text.slice(0, 20_000).match(words)?.length ?? 0);
  return german === english ? /^de\b/i.test(language ?? '') : (german ?? 0) > (english ?? 0);
};

const findingOf = (review: string, { content, evidence }: Cleaned, outcome: Outcome, at: number): FindingRow => {
  const { dimension, comment, after } = (isGerman(content) ? german : english)(outcome);
  return {
    id: derivedId(review, 'orders to reviewers'),
    persona_id: PANEL_ID,
    dimension,
    kind: 'fault',
    severity: 4,
    evidence,
    comment,
    fix: { before: null, after, effort: 'small' },
    seen_in: null,
    position: 0,
    created_at: at,
  };
};

/** The scores without the orders take the place of the first ones; findings that are new join the others. */
const outcomeOf = (ids: ReviewIds, panel: Panel, answers: readonly Answer[], at: number): Write[] => {
  const { ws, review } = ids;
  const { cleaned, runs, findings } = panel;
  const isEmpty = cleaned.content.text.trim() === '' && cleaned.content.pictures.length === 0;
  const again = answers.flatMap(({ run, verdict }) => (verdict && verdict.score !== null ? [{ run, verdict }] : []));
  const given = rawScore(panelOf(again.map(({ run }) => run)));
  const without = rawScore(panelOf(again.map(({ run, verdict: { scores } }) => ({ ...run, scores }))));
  const isReplaced = isEmpty || again.length > 0;
  const scoreWrites = runs.filter(isJudgedByModel).map((run): Write => {
    const verdict = again.find((one) => one.run === run)?.verdict;
    const set = verdict
      ? { scores: verdict.scores, score: verdict.score, summary: verdict.summary }
      : { scores: unjudged(run.scores), score: null };
    return { update: keys.reviewRun(ws, review, run.persona_id), set, when: [['exists', 'pk']] };
  });
  const found = again.flatMap(({ run: { persona_id }, verdict }) => {
    const own = findings.filter((one) => one.persona_id === persona_id);
    return verdict.findings
      .filter((finding) => !own.some((one) => isSameFinding(one, finding)))
      .map((finding, index): FindingRow => {
        const id = derivedId(review, persona_id, 'again', String(index));
        return { ...finding, id, persona_id, position: own.length + index, created_at: at };
      });
  });
  const own = findingOf(review, cleaned, { count: cleaned.count, given, without, isEmpty }, at);
  return [
    ...(isReplaced ? scoreWrites : []),
    ...[...found, own].map((row): Write => ({ put: { ...keys.finding(ws, review, row.id), ...row } })),
  ];
};

/**
 * Asks each persona once more, without the passages that give orders to reviewers, and owes the end again. Safe to
 * repeat: the calls are made once, unless the model was too busy for all of them.
 */
export const askAgain = async (
  { table, objects }: RunNeeds,
  model: Model,
  row: ReviewRow,
  ids: ReviewIds,
  panel: Panel,
  remainingMs: () => number,
): Promise<void> => {
  const isStarted = row.asked_again === 'started';
  if (isStarted && isHeld(row)) return;
  if (!isStarted && !(await claim(table, ids, runTimes(model.settings).leaseMs))) return;
  const signal = askSignal(model.settings, remainingMs);
  const answers = isStarted ? [] : await ask(model, { table, objects }, { row, ws: ids.ws }, panel, signal);
  const spend = runSpend(row, model, sumOf(answers.map(({ used }) => used)));
  const key = keys.review(ids.ws, ids.review);
  const when: readonly Test[] = [
    ['=', 'asked_again', 'started'],
    ['absent', 'deleted_at'],
  ];
  const attempts = (row.attempts ?? 0) + 1;
  const isBusy = answers.length > 0 && answers.every(({ busy }) => busy !== undefined);
  const spent = spendWrites(ids.ws, ids.review, spend.attempt);
  if (isBusy && attempts < MAX_STEP_ATTEMPTS) {
    const later = queuedIn(busyWaitMs(answers.map(({ busy }) => busy)));
    await putOff(table, key, 'end-review', later, {
      set: { ...stepTotal(spend), attempts },
      remove: ['asked_again', 'claimed_until'],
      when,
      with: spent,
    });
    return;
  }
  const at = now();
  await putOff(table, key, 'end-review', queuedIn(0), {
    set: { ...stepTotal(spend), asked_again: 'done', updated_at: at },
    remove: ['attempts', 'claimed_until'],
    when,
    with: [...outcomeOf(ids, panel, answers, at), ...spent],
  });
};
