import { said } from '../../codes/said.ts';
import { factsOfContent } from '../../facts/facts-of-content.ts';
import type { RuleId } from '../../facts/properties.ts';
import { notMeasured } from '../../facts/rules/outcome.ts';
import { isSiteDeleted } from '../../kit/access/membership.ts';
import { now } from '../../kit/clock.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { requireIds } from '../../kit/table/record.ts';
import { putOffWhileDeleted } from '../../owed/put-off.ts';
import type { Delivery } from '../../owed/queue-worker.ts';
import { askBrief, type Briefed } from '../ask/ask-brief.ts';
import { judgeOf } from '../ask/ask-persona.ts';
import { type Facts, type Model, ModelBusy } from '../ask/model/model.ts';
import type { Example } from '../ask/prompt/examples.ts';
import { marksOf } from '../ask/prompt/marks.ts';
import type { Content } from '../read/content.ts';
import { factsRows } from '../read/kept-facts.ts';
import { contentRows, type ReviewRow, reviewRows } from '../rows.ts';
import { type Beginning, beginReview } from './begin-review.ts';
import { claimStep, MAX_STEP_ATTEMPTS, putOffStep } from './claim-step.ts';
import { examplesFor, readExamples } from './example-sets.ts';
import { type RunNeeds, tryPictures } from './needs.ts';
import { runSpend } from './run-spend.ts';
import { askSignal, runTimes } from './run-times.ts';

const ask = async (
  { model, objects }: Pick<RunNeeds, 'objects'> & { model: Model },
  asked: { row: ReviewRow; content: Content; facts: Facts; examples: readonly Example[] },
  signal: AbortSignal,
): Promise<Briefed> => {
  const { row, content, facts, examples } = asked;
  const pictures = await tryPictures(content, objects);
  if (pictures instanceof ModelBusy) return { brief: undefined, transcripts: [], tokens: null, busy: pictures };
  return askBrief(model, { facts, content, pictures, given: row, examples, marks: marksOf(row.id), signal });
};

/** Only one element of a note's page was read. */
const OF_WHOLE_PAGES: ReadonlySet<string> = new Set<RuleId>(['html-lang', 'heading-one', 'page-title']);

/** The captured words of an element leave out its pictures, masked parts and labels elsewhere. */
const OF_NAMES: readonly RuleId[] = ['link-name', 'control-name', 'field-label'];

const measure = (content: Content): Facts => {
  const facts = factsOfContent(content, now());
  if (content.comment === null) return facts;
  const unsure = new Map(OF_NAMES.map((rule) => [String(rule), notMeasured(rule, said('not_measurable'))]));
  return facts
    .filter(({ rule }) => !OF_WHOLE_PAGES.has(rule))
    .map((fact) => (fact.state === 'failed' && unsure.get(fact.rule)) || fact);
};

/** The words of pictures are known only once a model has read them. */
const factsRead = (content: Content, { transcripts }: Briefed, facts: Facts): Facts =>
  transcripts.length > 0 ? measure({ ...content, transcripts }) : facts;

/**
 * Measures what wasn't measured while the content was read. Makes the first call of a review, which infers its purpose
 * and transcribes its pictures, then lets the panel begin. Safe to repeat.
 */
export const briefReview = async (
  needs: RunNeeds,
  key: Key,
  { remainingMs }: Pick<Delivery, 'remainingMs'>,
): Promise<void> => {
  const { table, model } = needs;
  const [ws, review] = requireIds(keys.review, key);
  const wanted = [keys.review, keys.reviewContent, keys.reviewFacts].map((record) => record(ws, review));
  const [found, contentRow, factsRow, workspace] = await table.getEach([...wanted, keys.workspace(ws)], {
    consistent: true,
  });
  if (found?.job !== 'brief-review' || found.deleted_at !== undefined || !contentRow || !workspace) return;
  if (isSiteDeleted(workspace, found.widget_site_id)) return;
  if (await putOffWhileDeleted(table, workspace, key, 'brief-review')) return;
  const ids = { ws, review };
  const row = reviewRows.parse(found);
  const { goal, audience, stage } = row;
  const given =
    goal || audience || stage
      ? { goal: goal ?? '', audience: audience ?? '', stage: stage ?? '', inferred: [] }
      : undefined;
  const { content } = contentRows.parse(contentRow);
  const facts = factsRow ? factsRows.parse(factsRow).facts : measure(content);
  const isUnasked = row.facts_only === true;
  const begin = (briefed: Beginning['briefed'], measured: Facts = facts) =>
    beginReview(needs, row, ids, { facts: measured, isKept: factsRow !== undefined, briefed, isUnasked });
  if (!model?.live || isUnasked) return begin({ brief: given });
  const claimed = await claimStep(table, row, ids, 'brief-review', runTimes(model.settings).leaseMs);
  if (!claimed) return;
  const examples = await examplesFor(table, ws, row, judgeOf(model));
  if (claimed.attempts > MAX_STEP_ATTEMPTS) return begin({ brief: given, examples });
  const signal = askSignal(model.settings, remainingMs);
  const asked = { row, content, facts, examples: await readExamples(table, ws, examples) };
  const briefed = await ask({ ...needs, model }, asked, signal);
  if (!briefed.busy) return begin({ ...briefed, examples }, factsRow ? facts : factsRead(content, briefed, facts));
  if (claimed.attempts === MAX_STEP_ATTEMPTS) return begin({ ...briefed, brief: given, examples });
  await putOffStep(table, ids, 'brief-review', briefed.busy, runSpend(row, model, briefed.tokens));
};
