import { actorIdOf, auditEntry } from '../../kit/audit/audit-log.ts';
import { notFound, unavailable } from '../../kit/errors.ts';
import type { Call } from '../../kit/http/serve.ts';
import { newId } from '../../kit/ids.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import type { Judge } from '../judge/calibration/calibrator.ts';
import { judgeKey } from '../judge/calibrators.ts';
import { readPageLabels } from '../judge/page-scales.ts';
import { fitScale } from '../judge/page-score.ts';
import type { PageLabelRow, PageRatingRow, PageScaleRow } from '../rating-rows.ts';
import type { ReviewRow } from '../rows.ts';
import { raterOf } from './rater.ts';
import { isLiveReview, type WholeReview } from './review-reader.ts';

const TRIES = 8;

class ScaleChanged extends Error {}

interface Given {
  raw: number;
  rating: number;
}

export const pageRatingStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const rater_id = actorIdOf(call.actor);
  const rater = raterOf(workspace_id, rater_id);

  /** The label, or its removal, and the scale that it leads to. */
  const scaleWrites = async (row: ReviewRow, judge: Judge, given?: Given): Promise<Write[]> => {
    const name = judgeKey(judge);
    const scaleKey = keys.pageScale(workspace_id, name);
    // First, so that the labels are at least as new as the revision that the write depends on.
    const known = await table.get(scaleKey);
    const labels = await readPageLabels(table, workspace_id, judge);
    const at = call.now;
    const labelKey = keys.pageLabel(workspace_id, name, row.id, rater);
    const label: PageLabelRow | undefined = given && { review_id: row.id, rater, ...given, rated_at: at, judge };
    const others = labels.filter((one) => one.review_id !== row.id || one.rater !== rater);
    const scale = fitScale([...others, ...(label ? [label] : [])]);
    const fitted: PageScaleRow = { judge, scale, revision: newId(), fitted_at: at };
    return [
      label ? { put: { ...labelKey, ...label } } : { delete: labelKey },
      // No page was rated between the read of the labels and this write.
      {
        put: { ...scaleKey, ...fitted },
        when: [known ? ['=', 'revision', known.revision] : ['absent', 'pk']],
        else: () => new ScaleChanged(),
      },
    ];
  };

  const writesOf = async (row: ReviewRow, judge: Judge, former: Judge | undefined, given?: Given): Promise<Write[]> => {
    const ratingKey = keys.pageRating(workspace_id, row.id, rater_id);
    const rated: PageRatingRow | undefined = given && { rater_id, rating: given.rating, rated_at: call.now, judge };
    // Another model may have finished the review since.
    const left = former && judgeKey(former) !== judgeKey(judge) ? former : undefined;
    const [own, others] = await Promise.all([
      scaleWrites(row, judge, given),
      left === undefined ? [] : scaleWrites(row, left),
    ]);
    return [
      {
        check: keys.review(workspace_id, row.id),
        when: [...isLiveReview(call.scope), ...(given ? ([['in', 'status', ['complete', 'partial']]] as const) : [])],
        else: notFound,
      },
      rated ? { put: { ...ratingKey, ...rated } } : { delete: ratingKey },
      ...own,
      ...others,
      given
        ? auditEntry(workspace_id, call.actor, 'review.rate_page', { review_id: row.id, rating: given.rating })
        : auditEntry(workspace_id, call.actor, 'review.withdraw_page_rating', { review_id: row.id }),
    ];
  };

  /** Rating and scale are written at once, so that no rating is missing from the scale or counts twice. */
  const write = async (...rated: Parameters<typeof writesOf>): Promise<void> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        await table.transact(await writesOf(...rated));
        return;
      } catch (error) {
        if (!(error instanceof ScaleChanged)) throw error;
      }
    }
    throw unavailable('page_rating_busy');
  };

  const formerOf = ({ pageRatings }: WholeReview) => pageRatings.find((one) => one.rater_id === rater_id)?.judge;

  return {
    rate: (whole: WholeReview, judge: Judge, raw: number, rating: number) =>
      write(whole.row, judge, formerOf(whole), { raw, rating }),
    withdraw: (whole: WholeReview, judge: Judge) => write(whole.row, judge, formerOf(whole)),
  };
};
