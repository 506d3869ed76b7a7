import { rowsOf } from '../../kit/table/key-ids.ts';
import { keys } from '../../kit/table/keys.ts';
import type { StoredRow } from '../../kit/table/table.ts';
import { FindingRow, RatingRow, ReviewRow, RunRow } from '../rows.ts';

/** A review as one Query of its partition finds it, without the content. */
export interface WholeReview {
  /** Whose it is. It stands on no wire. */
  workspace_id: string;
  row: ReviewRow;
  /** In the order of the panel. */
  runs: RunRow[];
  /** In the order of the panel, and in it of each persona's dimensions. */
  findings: FindingRow[];
  ratings: RatingRow[];
}

/** Sorts the rows of a review's partition; undefined where the review itself is not among them. */
export const toWholeReview = (workspace_id: string, rows: readonly StoredRow[]): WholeReview | undefined => {
  const found = rows.find(({ sk }) => sk === 'REVIEW');
  if (!found) return undefined;
  const runs = rowsOf(rows, keys.reviewRun)
    .map((row) => RunRow.parse(row))
    .sort((a, b) => a.position - b.position);
  const places = runs.flatMap(({ persona_id, persona }) =>
    persona.evaluation_dimensions.map(({ name }) => JSON.stringify([persona_id, name])),
  );
  const order = new Map(places.map((place, at) => [place, at]));
  const placeOf = ({ persona_id, dimension }: FindingRow) =>
    order.get(JSON.stringify([persona_id, dimension])) ?? places.length;
  return {
    workspace_id,
    row: ReviewRow.parse(found),
    runs,
    findings: rowsOf(rows, keys.finding)
      .map((row) => FindingRow.parse(row))
      .sort((a, b) => placeOf(a) - placeOf(b)),
    ratings: rowsOf(rows, keys.rating).map((row) => RatingRow.parse(row)),
  };
};

/** Whether the last persona has ended. */
export const isEnded = ({ status }: Pick<ReviewRow, 'status'>): boolean => status !== 'queued' && status !== 'running';
