import { HOUR, MINUTE, now } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { keys } from '../../kit/table/keys.ts';
import { ConditionFailed, type Item, type Table, type Write } from '../../kit/table/table.ts';
import { OVERDUE } from '../../owed/jobs.ts';
import type { Content } from '../read/content.ts';
import { ContentRow, MAX_PANEL, RunRow } from '../rows.ts';
import type { RunIds } from './run-row.ts';
import { together } from './together.ts';

/** Longer than a run may take. */
const CLAIM_MS = 4 * MINUTE;
/** A delayed message may come a moment before its time. */
const EARLY_MS = 500;

export interface ClaimedRun {
  claim: string;
  /** As it was claimed: this attempt is counted. */
  run: RunRow;
  content: Content;
  /** The review was queued still. */
  isFirst: boolean;
}

const attempt = async (table: Table, write: Write): Promise<boolean> => {
  try {
    await table.transact([write]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

const hasSite = (workspace: Item, site: unknown): boolean =>
  workspace.deleted_sites instanceof Set && workspace.deleted_sites.has(site);

const putOffAsleep = (table: Table, { ws, review, persona }: RunIds): Promise<boolean> =>
  attempt(table, {
    update: keys.reviewRun(ws, review, persona),
    set: { due_at: now() + HOUR },
    remove: OVERDUE,
    when: [['=', 'job', 'run-persona']],
  });

/** What of a review's runs may be taken now, by persona. */
const readFree = async (table: Table, { ws, review }: RunIds, personas: readonly string[]) => {
  const rows = await table.getMany(
    [
      ...personas.map((persona) => keys.reviewRun(ws, review, persona)),
      keys.review(ws, review),
      keys.reviewContent(ws, review),
      keys.workspace(ws),
    ],
    { consistent: true },
  );
  const at = (sk: string) => rows.find((row) => row.sk === sk);
  const [reviewRow, contentRow, workspace] = ['REVIEW', 'CONTENT', 'WS'].map(at);
  if (!reviewRow || !contentRow || !workspace || reviewRow.deleted_at !== undefined) return undefined;
  if (hasSite(workspace, reviewRow.widget_site_id)) return undefined;
  const owing = rows.filter(({ sk, job }) => String(sk).startsWith('RUN#') && job === 'run-persona');
  if (owing.length === 0) return undefined;
  if (workspace.deleted_at !== undefined) {
    await Promise.all(owing.map(({ persona_id }) => putOffAsleep(table, { ws, review, persona: String(persona_id) })));
    return undefined;
  }
  const runs = owing.map((row) => RunRow.parse(row)).filter((run) => (run.claimed_until ?? 0) <= now() + EARLY_MS);
  return { runs, isFirst: reviewRow.status === 'queued', content: ContentRow.parse(contentRow).content };
};

const claimAll = async (table: Table, ids: RunIds, personas: readonly string[]): Promise<ClaimedRun[]> => {
  const free = await readFree(table, ids, personas);
  let open = free?.runs ?? [];
  while (free && open.length > 0) {
    const claimed_until = now() + CLAIM_MS;
    const claimed = open.map((run): RunRow & { claim: string } => ({
      ...run,
      claim: newId(),
      claimed_until,
      attempts: run.attempts + 1,
      state: 'running',
    }));
    try {
      await table.transact(
        claimed.map(({ persona_id, claim, attempts, state }) => ({
          update: keys.reviewRun(ids.ws, ids.review, persona_id),
          set: { claim, claimed_until, attempts, state, due_at: claimed_until },
          remove: [...OVERDUE, 'wait_seconds'],
          // Each claim counts an attempt, so whoever has read the same number comes too late.
          when: [
            ['=', 'attempts', attempts - 1],
            ['=', 'job', 'run-persona'],
          ],
        })),
      );
      return claimed.map((run) => ({ claim: run.claim, run, content: free.content, isFirst: free.isFirst }));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const { failed } = error;
      open = open.filter((_, index) => !failed.includes(index));
    }
  }
  return [];
};

const claimTogether = together(
  MAX_PANEL,
  async () => undefined,
  async (items: readonly { table: Table; ids: RunIds }[]): Promise<(ClaimedRun | undefined)[]> => {
    const [first] = items;
    if (!first) return [];
    const claimed = await claimAll(first.table, first.ids, [...new Set(items.map(({ ids }) => ids.persona))]);
    // Of several messages of one run the first has the claim.
    return items.map(({ ids }) => {
      const at = claimed.findIndex(({ run }) => run.persona_id === ids.persona);
      return at === -1 ? undefined : claimed.splice(at, 1)[0];
    });
  },
);

/**
 * Reads a run with all it needs and takes it, so that nobody else asks a model for it meanwhile. Undefined where there is
 * nothing to do: it ended, it is in other hands or put off, its review is gone, its workspace sleeps.
 */
export const claimRun = (table: Table, ids: RunIds): Promise<ClaimedRun | undefined> =>
  claimTogether(keys.review(ids.ws, ids.review).pk, { table, ids });

const started = new Map<string, number>();

/** Shows a review as running while one of its runs is at work. Nobody depends on it; the first outcome says so too. */
export const showRunning = async (table: Table, { ws, review }: RunIds): Promise<void> => {
  const key = keys.review(ws, review);
  const at = now();
  for (const [pk, since] of started) if (since + CLAIM_MS < at) started.delete(pk);
  if (started.has(key.pk)) return;
  started.set(key.pk, at);
  await table.tryUpdate(key, { status: 'running', updated_at: at }, [
    ['=', 'status', 'queued'],
    ['absent', 'deleted_at'],
  ]);
};

/** Gives a claimed run back for a while; its message comes again. */
export const putOffRun = async (
  table: Table,
  { ws, review, persona }: RunIds,
  claim: string,
  waitMs: number,
): Promise<void> => {
  const until = now() + waitMs;
  await attempt(table, {
    update: keys.reviewRun(ws, review, persona),
    set: {
      state: 'queued',
      claim: null,
      claimed_until: until,
      due_at: until,
      wait_seconds: Math.ceil(waitMs / 1000),
    },
    remove: OVERDUE,
    when: [
      ['=', 'claim', claim],
      ['=', 'job', 'run-persona'],
    ],
  });
};
