import { isLiveInScope } from '../annotations/in-scope.ts';
import { transactOnce } from '../kit/access/idempotency.ts';
import { isVisible } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { isId, timeOfId } from '../kit/ids.ts';
import { LIVE, type Test } from '../kit/table/expression.ts';
import { keys, partitions } from '../kit/table/keys.ts';
import { mapPage } from '../kit/table/page.ts';
import { readPage } from '../kit/table/paging.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { tryTransact } from '../kit/table/try-transact.ts';
import { owed } from '../owed/jobs.ts';
import { moveCents, priceOf, walletEmpty } from '../wallet/movement.ts';
import { isLiveReview, visibleReviews } from './api/in-scope.ts';
import type { NewReview } from './api/new-review.ts';
import { reviewReader } from './api/review-reader.ts';
import { END_DUE_MS, ReviewListRow, type ReviewRow } from './rows.ts';

/** How the making of a review is called in the audit log. */
export interface Making {
  action: string;
  target: Item;
}

/** A review's place in lists. */
const listKeys = (ws: string, { id, widget_site_id }: ReviewRow): Item => ({
  gsi1pk: partitions.reviews(ws),
  gsi1sk: id,
  ...(widget_site_id !== null && { gsi2pk: partitions.siteReviews(ws, widget_site_id), gsi2sk: id }),
});

/** The reviews of the caller's workspace, as far as the caller sees their sites. */
export const reviewStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, target: Item): Write => auditEntry(workspace_id, call.actor, action, target);

  const writesOf = ({ row, runs, content }: NewReview): Write[] => {
    const key = keys.review(workspace_id, row.id);
    const isReadable = content !== undefined;
    const review = { ...key, ...listKeys(workspace_id, row), ...row };
    const owes = isReadable ? owed('end-review', key, call.now + END_DUE_MS) : owed('extract-review', key, call.now);
    return [
      { put: { ...review, ...owes }, when: [['absent', 'pk']] },
      ...(isReadable ? [{ put: { ...keys.reviewContent(workspace_id, row.id), content } }] : []),
      ...runs.map((run): Write => {
        const runKey = keys.reviewRun(workspace_id, row.id, run.persona_id);
        return { put: { ...runKey, ...run, ...(isReadable ? owed('run-persona', runKey, call.now) : {}) } };
      }),
    ];
  };

  /** A review's site and note must exist when it is written. */
  const standing = ({ widget_site_id, annotation_id }: ReviewRow): Write[] => {
    const checks: Write[] = [];
    if (widget_site_id !== null) {
      checks.push({ check: keys.site(workspace_id, widget_site_id), when: LIVE, else: notFound });
    }
    if (annotation_id !== null) {
      // By this the purge of the note knows that an index may not show the review yet.
      const set = { reviewed_at: call.now };
      const update = keys.annotation(workspace_id, annotation_id);
      checks.push({ update, set, when: isLiveInScope(call.scope), else: notFound });
    }
    return checks;
  };

  const chargeOf = (review_id: string, cents: number): Write[] =>
    moveCents(workspace_id, { kind: 'charge', cents: -cents, review_id }, call.now, () =>
      walletEmpty(workspace_id, cents),
    ).writes;

  const changeOf = (
    id: string,
    write: Omit<Extract<Write, { update: unknown }>, 'update'>,
    action: string,
  ): Write[] => [{ ...write, update: keys.review(workspace_id, id) }, audited(action, { review_id: id })];

  return {
    ...reviewReader(table, call),

    /** Newest first, of one site or of all that the caller sees. The caller checks in parallel whether the site exists. */
    list: async (
      { widget_site_id, annotation_id }: { widget_site_id: string | undefined; annotation_id: string | undefined },
      { limit, cursor }: { limit: number; cursor: string | undefined },
    ) => {
      const [index, partition, sortName] =
        widget_site_id === undefined
          ? (['gsi1', partitions.reviews(workspace_id), 'gsi1sk'] as const)
          : (['gsi2', partitions.siteReviews(workspace_id, widget_site_id), 'gsi2sk'] as const);
      const idOf = (row: Item) => String(row[sortName]);
      const ofNote: Test[] = annotation_id === undefined ? [] : [['=', 'annotation_id', annotation_id]];
      const page = await readPage(table, {
        query: { index, partition, newestFirst: true, filter: [...visibleReviews(call.scope), ...ofNote] },
        limit,
        cursor,
        binding: { route: call.operation_id, workspace_id, filter: { widget_site_id, annotation_id } },
        position: idOf,
        startKey: (id) => ({ ...keys.review(workspace_id, id), [`${index}pk`]: partition, [sortName]: id }),
      });
      return mapPage(page, (row) => {
        const id = idOf(row);
        return ReviewListRow.parse({ ...row, id, created_at: timeOfId(id) });
      });
    },

    /** Whether the caller sees a site, and it stands. */
    hasSite: async (id: string): Promise<boolean> => {
      if (!isId(id) || !isVisible(call.scope, id)) return false;
      const site = await table.get(keys.site(workspace_id, id));
      return site !== undefined && site.deleted_at === undefined;
    },

    /**
     * All of it in one transaction, with the owed work, and with the charge if the workspace pays for each.
     * Gives the id that stands: an earlier one on a replay.
     */
    create: async (review: NewReview, { action, target }: Making): Promise<string> => {
      const { id } = review.row;
      const price = priceOf(call.rows.workspace);
      const charge = price === undefined ? [] : chargeOf(id, price);
      const charged = price === undefined ? review : { ...review, row: { ...review.row, charged_cents: price } };
      const audit = audited(action, { ...target, review_id: id, runs: review.runs.length });
      const writes = [...standing(review.row), ...charge, ...writesOf(charged), audit];
      return (await transactOnce(table, call.once, { id }, writes)).result.id;
    },

    /** Sets the share if there is none, or replaces `row`'s; false if someone else did so first. */
    share: (row: ReviewRow, shared: NonNullable<ReviewRow['shared']>): Promise<boolean> => {
      const before: NonNullable<Write['when']>[number] = row.shared
        ? ['=', 'shared', row.shared]
        : ['absent', 'shared'];
      const when = [...isLiveReview(call.scope), before];
      return tryTransact(table, changeOf(row.id, { set: { shared }, when }, 'review.share'));
    },

    /** Gone for everyone at once, share link included; the purge worker removes rows and objects, and this row last. */
    markDeleted: async (id: string) => {
      const mark = { deleted_at: call.now, ...owed('purge', keys.review(workspace_id, id), call.now) };
      const remove = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'shared', 'wait_seconds', 'owed_since', 'requeues'];
      const when = isLiveReview(call.scope);
      await table.transact(changeOf(id, { set: mark, remove, when, else: notFound }, 'review.delete'));
    },
  };
};
