import { DAY, now, SECOND, ttlAt } from '../../kit/clock.ts';
import { logBug } from '../../kit/log.ts';
import { type Key, keys, objects } from '../../kit/table/keys.ts';
import { idsIn, isLive, numberAt, requireIds } from '../../kit/table/record.ts';
import type { Item } from '../../kit/table/table.ts';
import { type LongWork, longWork, type Stores } from '../../owed/long-work.ts';
import { queuedIn } from '../../owed/put-off.ts';
import { queueWorker } from '../../owed/queue-worker.ts';
import { MIN_PART_BYTES, newStretch } from './archive.ts';
import { personSources } from './person-sources.ts';
import { type Claim, claimOf, type Progress, readProgress } from './progress.ts';
import type { Source } from './source.ts';
import { workspaceSources } from './workspace-sources.ts';

const ENOUGH_MS = 60 * SECOND;
const TELL_EVERY_MS = 5 * SECOND;
const KEPT_MS = DAY;
const TYPE = 'application/gzip';
/** Far more than anyone has; the row that counts them stays small. */
const MAX_PARTS = 5000;

const subjectOf = async ({ table, storage }: Stores, { pk, sk, id }: Key & Item) => {
  const [ws] = idsIn(keys.workspaceExport, { pk, sk }) ?? [];
  if (ws !== undefined) {
    const workspace = await table.get(keys.workspace(ws));
    if (!isLive(workspace)) return undefined;
    return { sources: workspaceSources(table, storage, workspace), folder: objects.workspaceExports(ws), id };
  }
  const [user_id] = requireIds(keys.personExport, { pk, sk });
  const user = await table.get(keys.user(user_id));
  if (!user || user.erased_at !== undefined) return undefined;
  return { sources: personSources(table, user), folder: objects.personExports(user_id), id };
};

const savedOf = ({ kept }: Item): Progress | undefined => (kept === undefined ? undefined : readProgress(kept));

type Outcome = 'done' | 'more' | 'lost';

const write = async (
  { storage, hasTime }: LongWork,
  sources: readonly Source[],
  saved: Progress,
  claim: Claim,
  created_at: number,
): Promise<{ outcome: Outcome; progress: Progress }> => {
  const progress = { ...saved, tags: [...saved.tags] };
  const put = async (bytes: Buffer) => {
    if (progress.tags.length >= MAX_PARTS) throw new Error('An export has more parts than an upload may have.');
    const part = progress.tags.length + 1;
    progress.tags.push(await storage.putPart(progress.object_key, progress.upload_id, part, bytes));
    progress.bytes += bytes.length;
  };
  const mtime = new Date(created_at);
  let stretch = newStretch(mtime, put);
  let told = now();
  for (; progress.source < sources.length; progress.source += 1, progress.after = undefined) {
    for await (const { entry, after } of sources[progress.source]?.read(progress.after) ?? []) {
      if (entry && (await stretch.add(entry))) {
        progress.records += entry.records;
        progress.files += entry.records === 0 ? 1 : 0;
      }
      progress.after = after;
      if (stretch.waiting() >= MIN_PART_BYTES) {
        await stretch.pause();
        if (!(await claim.keep(progress))) return { outcome: 'lost', progress };
        stretch = newStretch(mtime, put);
        if (!hasTime()) return { outcome: 'more', progress };
      } else if (now() - told >= TELL_EVERY_MS) {
        if (!(await claim.tell(progress))) return { outcome: 'lost', progress };
        told = now();
      }
    }
  }
  await stretch.close();
  return { outcome: 'done', progress };
};

const begin = async ({ storage }: Stores, folder: string, id: unknown): Promise<Progress> => {
  const object_key = `${folder}${id}.tar.gz`;
  const upload_id = await storage.startParts(object_key, TYPE);
  return { upload_id, object_key, tags: [], source: 0, after: undefined, records: 0, files: 0, bytes: 0 };
};

const fail = async ({ storage }: Stores, row: Item, claim: Claim) => {
  const saved = savedOf(row);
  if (saved) await storage.dropParts(saved.object_key, saved.upload_id);
  await claim.end({ state: 'failed', finished_at: now() });
};

/** The upload is gone, or a worker that outlived its claim has replaced one of its parts. */
const isUploadLost = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchUpload' || error.name === 'InvalidPart');

const continueExport = async (work: LongWork, row: Key & Item, claim: Claim): Promise<void> => {
  const { storage } = work;
  const subject = await subjectOf(work, row);
  if (!subject || claim.isHopeless) return fail(work, row, claim);
  const saved = savedOf(row) ?? (await begin(work, subject.folder, subject.id));
  if (!(await claim.hold(saved))) return storage.dropParts(saved.object_key, saved.upload_id);
  const { outcome, progress } = await write(work, subject.sources, saved, claim, numberAt(row, 'created_at'));
  const { object_key, upload_id, tags, records, files, bytes } = progress;
  if (outcome === 'lost') return storage.dropParts(object_key, upload_id);
  if (outcome === 'more') {
    await claim.putOff(queuedIn(0, row));
    return;
  }
  await storage.endParts(object_key, upload_id, tags);
  const at = now();
  const expires_at = at + KEPT_MS;
  const set = {
    state: 'ready',
    object_key,
    records,
    files,
    bytes,
    finished_at: at,
    expires_at,
    ttl: ttlAt(expires_at),
  };
  // Its source may have been erased meanwhile.
  if (!(await claim.end(set))) await storage.removeFolder(object_key);
};

export const exportData = queueWorker(async (job, delivery) => {
  const work = longWork(delivery, ENOUGH_MS);
  const found = await work.table.get(job);
  if (found?.job !== 'export-data') return;
  const row = { ...found, pk: job.pk, sk: job.sk };
  const claim = await claimOf(work.table, row);
  if (!claim) return;
  try {
    await continueExport(work, row, claim);
  } catch (error) {
    const startOver = isUploadLost(error) ? ['kept'] : [];
    await claim.giveUp(startOver);
    logBug(`export ${job.pk}`, error);
    throw error;
  }
});
