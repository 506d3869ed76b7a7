import * as z from 'zod';
import { isLiveInScope } from '../annotations/in-scope.ts';
import { type NewNote, noteWrites } from '../annotations/note-store.ts';
import { readReplay, transactOnce, tryTransactOnce } from '../kit/access/idempotency.ts';
import { isVisible } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { monthOf } from '../kit/clock.ts';
import { conflict, notFound, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { isId, timeOfId } from '../kit/ids.ts';
import { below, LIVE, type Test, unchanged } from '../kit/table/expression.ts';
import { type Key, keys, partitions } from '../kit/table/keys.ts';
import { mapPage, readPage } from '../kit/table/page.ts';
import { isLive, requireIds } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { DELAYS, owed } from '../owed/jobs.ts';
import { moveCents, priceOf, walletEmpty } from '../wallet/movement.ts';
import type { NewReview } from './api/new-review.ts';
import { isLiveReview, reviewReader, visibleReviews, type WholeReview } from './api/review-reader.ts';
import { SitePurpose } from './api/site-purpose.ts';
import type { FindingRow } from './finding-rows.ts';
import { END_DUE_MS, ReviewListRow, type ReviewRow, type Shared } from './rows.ts';
import { reserveSpend, shareOut } from './spend/monthly-spend.ts';
import { stageModel } from './spend/stage-model.ts';

/** Each asks the model again, without a charge. */
const MAX_FINISHES = 3;

const ReviewedSite = z.object({ url: z.string(), purpose: SitePurpose.optional() });

const unknownSite = () => unprocessable(['body', 'site_id'], 'site_unknown');

export interface Making {
  action: string;
  target: Item;
  /** For the site to remember. */
  purpose?: SitePurpose | undefined;
}

const listKeys = (ws: string, { id, widget_site_id }: ReviewRow): Item => ({
  gsi1pk: partitions.reviews(ws),
  gsi1sk: id,
  ...(widget_site_id !== null && { gsi2pk: partitions.siteReviews(ws, widget_site_id), gsi2sk: id }),
});

export const reviewStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, target: Item): Write => auditEntry(workspace_id, call.actor, action, target);

  const writesOf = ({ row, runs, content }: NewReview): Write[] => {
    const key = keys.review(workspace_id, row.id);
    const isReadable = content !== undefined;
    const review = { ...key, ...listKeys(workspace_id, row), ...row };
    const read = row.input?.url === undefined ? 'extract-review' : 'render-review';
    const owes = owed(isReadable ? 'brief-review' : read, key, call.now);
    return [
      { put: { ...review, ...owes }, when: [['absent', 'pk']] },
      ...(isReadable ? [{ put: { ...keys.reviewContent(workspace_id, row.id), content } }] : []),
      ...runs.map((run): Write => {
        const runKey = keys.reviewRun(workspace_id, row.id, run.persona_id);
        return { put: { ...runKey, ...run } };
      }),
    ];
  };

  const standing = ({ widget_site_id, annotation_id }: ReviewRow, purpose: SitePurpose | undefined): Write[] => {
    const checks: Write[] = [];
    if (widget_site_id !== null) {
      const site = keys.site(workspace_id, widget_site_id);
      const write = purpose ? { update: site, set: { purpose } } : { check: site };
      checks.push({ ...write, when: LIVE, else: notFound });
    }
    if (annotation_id !== null) {
      // Shows the note's purge that an index may lack the review.
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

  type Change = Omit<Extract<Write, { update: unknown }>, 'update'>;
  const changeOf = (id: string, change: Change, action: string, target: Item = {}): Write[] => [
    { ...change, update: keys.review(workspace_id, id) },
    audited(action, { review_id: id, ...target }),
  ];

  const isSharedAs = ({ shared }: ReviewRow): Test[] => [...isLiveReview(call.scope), unchanged('shared', shared)];

  const reader = reviewReader(table, call);

  return {
    ...reader,

    /** The caller checks in parallel whether the site exists. */
    list: async (
      { widget_site_id, annotation_id }: { widget_site_id: string | undefined; annotation_id: string | undefined },
      { limit, cursor }: { limit: number; cursor: string | undefined },
    ) => {
      const [index, partition, sortName] =
        widget_site_id === undefined
          ? (['gsi1', partitions.reviews(workspace_id), 'gsi1sk'] as const)
          : (['gsi2', partitions.siteReviews(workspace_id, widget_site_id), 'gsi2sk'] as const);
      const idOf = (row: Key) => requireIds(keys.review, row)[1];
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

    findSite: async (id: string) => {
      if (!isId(id) || !isVisible(call.scope, id)) return undefined;
      const site = await table.get(keys.site(workspace_id, id));
      return isLive(site) ? ReviewedSite.parse(site) : undefined;
    },

    /**
     * With the owed work, the charge if the workspace pays for each, and the estimate if it has a monthly limit.
     * Returns the earlier id on a replay.
     */
    create: async (review: NewReview, { action, target, purpose }: Making): Promise<string> => {
      const { id } = review.row;
      const price = priceOf(call.rows.workspace);
      const charge = price === undefined ? [] : chargeOf(id, price);
      const charged = price === undefined ? review : { ...review, row: { ...review.row, charged_cents: price } };
      const audit = audited(action, { ...target, review_id: id, runs: review.runs.length });
      const { workspace } = call.rows;
      const reserved = reserveSpend({ ws: workspace_id, workspace, review: review.row, model: stageModel() });
      const runs = reserved ? shareOut(reserved.cost, review.runs) : review.runs;
      const limited = reserved ? [reserved.write] : [];
      const writes = [
        ...standing(review.row, purpose),
        ...limited,
        ...charge,
        ...writesOf({ ...charged, runs }),
        audit,
      ];
      return (await transactOnce(table, call.once, { id }, writes)).result.id;
    },

    /** The review that the call started before, if it is a replay. */
    findStarted: async (): Promise<WholeReview | undefined> => {
      const first = await readReplay(table, call.once);
      return first && reader.get(String(first.id));
    },

    /** Undefined if the finding got another note meanwhile. */
    createNote: async ({ id }: ReviewRow, finding: FindingRow, note: NewNote) => {
      const { id: annotation_id, site_id } = note.row;
      const made = { annotation_id, site_id, review_id: id, feedback_id: finding.id };
      const known = finding.annotation_id;
      if (!isId(site_id) || !isVisible(call.scope, site_id)) throw unknownSite();
      const writes: Write[] = [
        { check: keys.site(workspace_id, site_id), when: LIVE, else: unknownSite },
        {
          check: keys.review(workspace_id, id),
          when: [...isLiveReview(call.scope), ['not in', 'status', ['queued', 'running']]],
          else: notFound,
        },
        ...noteWrites(workspace_id, note),
        {
          update: keys.finding(workspace_id, id, finding.id),
          set: { annotation_id },
          when: [['exists', 'pk'], unchanged('annotation_id', known)],
        },
        audited('review.create_note', made),
      ];
      return (await tryTransactOnce(table, call.once, made, writes)).result;
    },

    /** Owes the failed runs again. What the others found stays. */
    finish: async ({ row, runs }: WholeReview): Promise<void> => {
      const key = keys.review(workspace_id, row.id);
      const lost = runs.filter(({ state }) => state === 'failed');
      const { workspace } = call.rows;
      const planned = { ...row, runs_total: lost.length };
      const month = monthOf(call.now);
      const reserved = reserveSpend({ ws: workspace_id, workspace, review: planned, model: stageModel(), month });
      const failed = reserved ? shareOut(reserved.cost, lost) : lost;
      const running = { status: 'running', completed_at: null, score: null, updated_at: call.now };
      const writes: Write[] = [
        {
          update: key,
          set: {
            ...running,
            ...{ runs_done: runs.length - failed.length, runs_failed: 0, runs_again: failed.length, error: null },
            spend_month: month,
            ...owed('end-review', key, call.now + END_DUE_MS),
          },
          remove: ['conclusion', 'error_codes', ...DELAYS, 'attempts', 'claimed_until'],
          add: { finishes: 1 },
          when: [...isLiveReview(call.scope), ['=', 'status', 'partial'], below('finishes', MAX_FINISHES)],
          else: () =>
            row.status === 'partial' && (row.finishes ?? 0) >= MAX_FINISHES
              ? conflict('review_finished_often', { max: MAX_FINISHES })
              : conflict('review_not_partial'),
        },
        ...(reserved ? [reserved.write] : []),
        ...failed.map(({ persona_id, reserved_microdollars }): Write => {
          const run = keys.reviewRun(workspace_id, row.id, persona_id);
          const state = { state: 'queued', attempts: 0, claim: null, claimed_until: null, error: null };
          return {
            update: run,
            set: {
              ...state,
              reserved_microdollars,
              spend_month: month,
              finished_at: null,
              ...owed('run-persona', run, call.now),
            },
            remove: ['error_codes', ...DELAYS],
            when: [['=', 'state', 'failed']],
          };
        }),
        audited('review.finish', { review_id: row.id, runs: failed.length }),
      ];
      await transactOnce(table, call.once, { id: row.id }, writes);
    },

    /** Sets the share, replacing that of `row`; false if someone else changed it first. */
    share: (row: ReviewRow, shared: Shared, action: 'review.share' | 'review.share_expiry'): Promise<boolean> => {
      const { expires_at } = shared;
      const target = { expires_at: expires_at === undefined ? null : String(expires_at) };
      return table.tryTransact(changeOf(row.id, { set: { shared }, when: isSharedAs(row) }, action, target));
    },

    /** Removes the share of `row`; false if someone else changed it first. */
    unshare: (row: ReviewRow): Promise<boolean> =>
      table.tryTransact(changeOf(row.id, { remove: ['shared'], when: isSharedAs(row) }, 'review.unshare')),

    /** Gone for everyone at once, share link included; the purge worker removes rows and objects, and this row last. */
    markDeleted: async (id: string) => {
      const mark = { deleted_at: call.now, ...owed('purge', keys.review(workspace_id, id), call.now) };
      const remove = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'shared', ...DELAYS];
      const when = isLiveReview(call.scope);
      await table.transact(changeOf(id, { set: mark, remove, when, else: notFound }, 'review.delete'));
    },
  };
};
