import { isSiteDeleted } from '../../kit/access/membership.ts';
import { now } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { sha256 } from '../../kit/sha256.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { type Example, examplesHash } from '../ask/prompt/examples.ts';
import { FindingRow } from '../finding-rows.ts';
import { type Calibrator, type Judge, withExamples } from '../judge/calibration/calibrator.ts';
import { candidatesOf, chooseExamples, ENOUGH, judgeTrial, looksAt } from '../judge/calibration/examples.ts';
import type { Checked } from '../judge/calibration/folds.ts';
import { judgeKey } from '../judge/calibrators.ts';
import { isOfPanel } from '../judge/conclude.ts';
import { readLabels } from '../judge/label-rows.ts';
import { ExampleSetRow, type LabelRow } from '../rating-rows.ts';
import type { ExampleId, ReviewRow } from '../rows.ts';

/** The most wrongly predicted ones are looked at. */
const MAX_READ = 40;
const MAX_DROPPED = 50;

interface Found {
  id: ExampleId;
  example: Example;
  site: string | null;
}

/** Without those whose review or site was deleted. */
const readFound = async (table: Table, ws: string, ids: readonly ExampleId[]): Promise<Found[]> => {
  const [workspace = {}, ...rows] = await table.getEach([
    keys.workspace(ws),
    ...ids.flatMap(({ review_id, finding_id }) => [
      keys.review(ws, review_id),
      keys.finding(ws, review_id, finding_id),
    ]),
  ]);
  const isGone = (review: Item) => review.deleted_at !== undefined || isSiteDeleted(workspace, review.widget_site_id);
  return ids.flatMap((id, at) => {
    const [review, row] = rows.slice(2 * at);
    const { data: finding } = FindingRow.safeParse(row);
    if (!review || !finding || isGone(review) || isOfPanel(finding)) return [];
    const { kind, severity, dimension, comment } = finding;
    const site = typeof review.widget_site_id === 'string' ? review.widget_site_id : null;
    return [{ id, site, example: { useful: id.useful, kind, severity, dimension, comment } }];
  });
};

/** All of a set, or none: others would be another judge. */
export const readExamples = async (table: Table, ws: string, given: ReviewRow['examples']): Promise<Example[]> => {
  if (!given || given.of.length === 0) return [];
  const examples = (await readFound(table, ws, given.of)).map(({ example }) => example);
  return examples.length > 0 && examplesHash(examples) === given.hash ? examples : [];
};

/** Every other review goes without, while a set is tried. */
const isWithin = (review: string, hash: string): boolean =>
  Number.parseInt(sha256(`${hash} ${review}`)[0] ?? '0', 16) % 2 === 0;

/** The set for a new review of this judge; a review on a site sees only that site's findings. */
export const examplesFor = async (
  table: Table,
  ws: string,
  { id, widget_site_id }: Pick<ReviewRow, 'id' | 'widget_site_id'>,
  judge: Judge,
): Promise<ReviewRow['examples']> => {
  const { data: set } = ExampleSetRow.safeParse(await table.get(keys.exampleSet(ws, judgeKey(judge))));
  if (!set || set.state === 'dropped') return undefined;
  if (widget_site_id !== null && widget_site_id !== set.site) return undefined;
  const { hash, of } = set;
  if ((await readExamples(table, ws, { hash, of })).length === 0) return undefined;
  return { hash, of: set.state === 'kept' || isWithin(id, hash) ? of : [] };
};

type Next = Omit<ExampleSetRow, 'revision'> | undefined;

const dropped = (set: ExampleSetRow): Next => ({
  ...set,
  state: 'dropped',
  decided_at: now(),
  dropped: [...set.dropped, set.hash].slice(-MAX_DROPPED),
});

const tried = async (table: Table, ws: string, set: ExampleSetRow, prior: Calibrator): Promise<Next> => {
  if ((await readExamples(table, ws, set)).length === 0) return dropped(set);
  if (set.state === 'kept') return undefined;
  const [without = [], within = []] = await Promise.all(
    [set.judge, withExamples(set.judge, set.hash)].map(async (judge) =>
      (await readLabels(table, ws, judgeKey(judge))).filter(({ trial }) => trial === set.hash),
    ),
  );
  const looks = looksAt(without, within);
  if (looks === set.looks) return undefined;
  const verdict = judgeTrial(without, within, prior, looks);
  if (verdict === 'drop') return dropped(set);
  return { ...set, looks, ...(verdict === 'keep' && { state: 'kept', decided_at: now() }) };
};

const isEnough = (labels: readonly LabelRow[]): boolean =>
  labels.length >= ENOUGH.labels && new Set(labels.map(({ review_id }) => review_id)).size >= ENOUGH.reviews;

/** Of the site with most candidates. */
const chosen = async (
  table: Table,
  ws: string,
  {
    judge,
    checked,
    before,
  }: { judge: Judge; checked: readonly Checked<LabelRow>[]; before: ExampleSetRow | undefined },
): Promise<Next> => {
  const since = before?.decided_at ?? 0;
  if (!isEnough(checked.flatMap(({ label }) => (label.rated_at > since ? [label] : [])))) return undefined;
  const candidates = candidatesOf(checked).slice(0, MAX_READ);
  const found = await readFound(table, ws, candidates);
  const bySite = [...Map.groupBy(found, ({ site }) => site).values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const texts = new Map(bySite.map((one) => [one.id.finding_id, one]));
  const own = chooseExamples(candidates.filter(({ finding_id }) => texts.has(finding_id))).flatMap(
    ({ finding_id }) => texts.get(finding_id) ?? [],
  );
  if (own.length === 0) return undefined;
  const hash = examplesHash(own.map(({ example }) => example));
  const refused = before?.dropped ?? [];
  if (refused.includes(hash)) return undefined;
  const of = own.map(({ id: { review_id, finding_id, useful } }) => ({ review_id, finding_id, useful }));
  const site = own[0]?.site ?? null;
  return { judge, state: 'trying', hash, site, of, looks: 0, decided_at: null, dropped: refused };
};

/**
 * After a refit: chooses findings whose ratings the judge was most wrong about, has them tried in every other review,
 * and keeps them only if held-out skill is higher with them. Of two workers one writes.
 */
export const learnExamples = async (
  table: Table,
  ws: string,
  judge: Judge,
  checked: readonly Checked<LabelRow>[],
  prior: Calibrator,
): Promise<void> => {
  const bare = withExamples(judge, null);
  const key = keys.exampleSet(ws, judgeKey(bare));
  const { data: before } = ExampleSetRow.safeParse(await table.get(key));
  const isTried = before && before.state !== 'dropped';
  const isBare = judge.prompt === bare.prompt;
  const choose = async () => (isBare ? chosen(table, ws, { judge, checked, before }) : undefined);
  const next = isTried ? await tried(table, ws, before, prior) : await choose();
  if (!next) return;
  const when = before ? (['=', 'revision', before.revision] as const) : (['absent', 'pk'] as const);
  await table.tryTransact([{ put: { ...key, ...next, revision: newId() }, when: [when] }]);
};
