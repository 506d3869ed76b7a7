import type { Fact } from '../../facts/fact.ts';
import { isSiteDeleted } from '../../kit/access/membership.ts';
import { isVisible, type Scope } from '../../kit/actor.ts';
import { now } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import type { Call } from '../../kit/http/serve.ts';
import { readSecret } from '../../kit/secrets.ts';
import { isSame } from '../../kit/server-keys.ts';
import { sha256 } from '../../kit/sha256.ts';
import { LIVE, type Test } from '../../kit/table/expression.ts';
import { keys, reviewPartition } from '../../kit/table/keys.ts';
import { isLive, rowsOf, sortPrefix } from '../../kit/table/record.ts';
import type { Item, StoredRow, Table } from '../../kit/table/table.ts';
import type { FindingRow } from '../finding-rows.ts';
import { conclusionOf } from '../judge/conclude.ts';
import { panelAmong } from '../panel-rows.ts';
import { type PageRatingRow, pageRatingRows, type RatingRow, ratingRows } from '../rating-rows.ts';
import type { Content } from '../read/content.ts';
import { factsRows } from '../read/kept-facts.ts';
import { type Conclusion, contentRows, isEnded, type ReviewRow, reviewRows, type Shared } from '../rows.ts';
import type { RunRow } from '../run-rows.ts';

/** A review without a site is visible if every site is. */
const isReviewVisible = (scope: Scope, row: Item): boolean => {
  if (row.deleted_at !== undefined) return false;
  return row.widget_site_id === null ? scope.sites === 'all' : isVisible(scope, row.widget_site_id);
};

/** The same as a filter on an index. */
export const visibleReviews = ({ sites, deleted_sites }: Scope): Test[] => {
  const standing: Test[] = deleted_sites.size > 0 ? [['not in', 'widget_site_id', [...deleted_sites]]] : [];
  return sites === 'all' ? standing : [...standing, ['in', 'widget_site_id', [...sites]]];
};

export const isLiveReview = (scope: Scope): Test[] => [...LIVE, ...visibleReviews(scope)];

export interface WholeReview {
  workspace_id: string;
  row: ReviewRow;
  runs: RunRow[];
  findings: FindingRow[];
  /** Once the review has ended. */
  conclusion: Conclusion | undefined;
  ratings: RatingRow[];
  pageRatings: PageRatingRow[];
}

/** By persona, its dimensions in their order, and in each the most severe first. */
const inReadingOrder = (runs: readonly RunRow[], findings: readonly FindingRow[]): FindingRow[] => {
  const places = runs.flatMap(({ persona_id, persona }) => [
    ...persona.evaluation_dimensions.map(({ name }) => JSON.stringify([persona_id, name])),
    JSON.stringify([persona_id]),
  ]);
  const order = new Map(places.map((place, at) => [place, at]));
  const placeOf = ({ persona_id, dimension }: FindingRow) =>
    order.get(JSON.stringify([persona_id, dimension])) ?? order.get(JSON.stringify([persona_id])) ?? places.length;
  return findings.toSorted((a, b) => placeOf(a) - placeOf(b) || a.position - b.position);
};

interface Parts {
  row: ReviewRow;
  runs: RunRow[];
  findings?: FindingRow[];
  ratings?: RatingRow[];
  pageRatings?: PageRatingRow[];
}

export const wholeOf = (
  workspace_id: string,
  { row, runs, findings = [], ratings = [], pageRatings = [] }: Parts,
): WholeReview => ({
  workspace_id,
  row,
  runs,
  findings: inReadingOrder(runs, findings),
  conclusion: isEnded(row) ? conclusionOf(row, runs, findings) : undefined,
  ratings,
  pageRatings,
});

const toWholeReview = (workspace_id: string, rows: readonly StoredRow[]): WholeReview | undefined => {
  const [found] = rowsOf(rows, keys.review);
  if (!found) return undefined;
  const ratings = ratingRows.among(rows);
  const pageRatings = pageRatingRows.among(rows);
  return wholeOf(workspace_id, { row: reviewRows.parse(found), ...panelAmong(rows), ratings, pageRatings });
};

const readRows = (table: Table, workspace_id: string, id: string): Promise<StoredRow[]> =>
  table.queryAll({
    partition: reviewPartition(workspace_id, id),
    sort: ['>=', sortPrefix(keys.finding)],
    consistent: true,
  });

/** For workers: access isn’t checked. Undefined if it was deleted. */
export const readWhole = async (table: Table, workspace_id: string, id: string): Promise<WholeReview | undefined> => {
  const rows = await readRows(table, workspace_id, id);
  return rowsOf(rows, keys.review)[0]?.deleted_at === undefined ? toWholeReview(workspace_id, rows) : undefined;
};

/** Whether a share's link works. */
export const isShared = (shared: Shared | undefined): shared is Shared =>
  shared !== undefined && (shared.expires_at === undefined || shared.expires_at > now());

const readFacts = async (table: Table, workspace_id: string, id: string): Promise<Fact[]> => {
  const row = await factsRows.find(table, [workspace_id, id]);
  return row?.facts ?? [];
};

export const sharedStore = (table: Table) => ({
  findFacts: ({ workspace_id, row }: WholeReview): Promise<Fact[]> => readFacts(table, workspace_id, row.id),

  /** The same 404 for a token that was never issued, was revoked or expired, or went with its review, site or workspace. */
  get: async (token: string): Promise<WholeReview> => {
    const [ws, id] = readSecret('share', token) ?? [];
    if (!ws || !id) throw notFound();
    const [workspace, rows] = await Promise.all([table.get(keys.workspace(ws)), readRows(table, ws, id)]);
    const found = rowsOf(rows, keys.review)[0];
    if (!isLive(workspace) || !isLive(found)) throw notFound();
    if (isSiteDeleted(workspace, found.widget_site_id)) throw notFound();
    const whole = toWholeReview(ws, rows);
    if (!whole || !isShared(whole.row.shared) || !isSame(whole.row.shared.hash, sha256(token))) throw notFound();
    return whole;
  },
});

export const reviewReader = (table: Table, { scope }: Pick<Call, 'scope'>) => {
  const { workspace_id } = scope;
  return {
    get: async (id: string): Promise<WholeReview> => {
      const rows = await readRows(table, workspace_id, id);
      const found = rowsOf(rows, keys.review)[0];
      const whole = found && isReviewVisible(scope, found) ? toWholeReview(workspace_id, rows) : undefined;
      if (!whole) throw notFound();
      return whole;
    },

    /**
     * Without notes that are gone or that the caller doesn't see: a finding may be filed on another site than the
     * review's, and a repeated review takes over the notes of the facts of the previous one.
     */
    withNotesInView: async (whole: WholeReview): Promise<WholeReview> => {
      const ids = [...new Set(whole.findings.flatMap(({ annotation_id }) => annotation_id ?? []))];
      if (ids.length === 0) return whole;
      const wanted = ids.map((id) => keys.annotation(workspace_id, id));
      const notes = await table.getEach(wanted, { consistent: true });
      const isInView = (note: Item | undefined) => isLive(note) && isVisible(scope, note.site_id);
      const hidden = new Set(ids.filter((_, at) => !isInView(notes[at])));
      const shownOf = (finding: FindingRow): FindingRow => {
        if (!hidden.has(finding.annotation_id ?? '')) return finding;
        const { annotation_id: _, ...rest } = finding;
        return rest;
      };
      return { ...whole, findings: whole.findings.map(shownOf) };
    },

    /** The content that was read, if any. The caller checks that the review can be seen. */
    findContent: async (id: string): Promise<Content | undefined> => {
      const row = await contentRows.find(table, [workspace_id, id]);
      return row?.content;
    },

    /** Its facts; none before they are measured. The caller checks that the review can be seen. */
    findFacts: (id: string): Promise<Fact[]> => readFacts(table, workspace_id, id),

    getRow: async (id: string): Promise<ReviewRow> => {
      const row = await table.get(keys.review(workspace_id, id));
      if (!row || !isReviewVisible(scope, row)) throw notFound();
      return reviewRows.parse(row);
    },
  };
};
