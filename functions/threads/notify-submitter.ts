import { isTold, oweStatusNews } from '../annotations/news.ts';
import { DAY, endOfDay, HOUR, MINUTE, now, SECOND } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { LIVE, type Test } from '../kit/table/expression.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { findNumberAt, idsIn, numberAt, requireIds, rowsOf, textAt } from '../kit/table/record.ts';
import type { Item, StoredRow, Table, Write } from '../kit/table/table.ts';
import { countMail } from '../mail/count-mail.ts';
import { owedMail } from '../mail/owed-mail.ts';
import { isSuppressed } from '../mail/suppressions.ts';
import { OWED, owed } from '../owed/jobs.ts';
import { putOff, queuedIn, scheduledAt } from '../owed/put-off.ts';
import { type NoteIds, readSubject, repliesInstead, type Subject } from './submitter.ts';

/** The mail shows how the element looks now, if the browser is quick enough. */
const VERIFICATION_WAIT = MINUTE;
/** Of one mail, so that it fits a transaction; the rest has its own messages. */
const MAX_TOLD = 20;
const ATTEMPTS = 4;
/** Mails of an address wait so long for a day with room. Later they are no news, and the thread has them. */
const MAX_WAIT = 7 * DAY;

const IS_OWED: readonly Test[] = [['=', 'job', 'notify-submitter']];

const idsOfKey = (key: Key): NoteIds => {
  const [ws, annotation] = idsIn(keys.reply, key) ?? idsIn(keys.statusNews, key) ?? requireIds(keys.resolution, key);
  return { ws, annotation };
};

const isBeingVerified = ({ rows }: Subject, at: number): boolean => {
  const [row] = rowsOf(rows, keys.verification);
  return row?.state === 'checking' && numberAt(row, 'requested_at') > at - VERIFICATION_WAIT;
};

/** A duplicate's status is older than the fix of its original. */
const isRecent = (row: StoredRow, at: number): boolean =>
  ['created_at', 'changed_at', 'fixed_at'].some((name) => at - (findNumberAt(row, name) ?? 0) < MAX_WAIT);

const IS_RESOLVED: readonly Test[] = [...LIVE, ['=', 'status', 'resolved']];

const isFixed = async (table: Table, ws: string, original: unknown): Promise<boolean> => {
  if (typeof original !== 'string') return false;
  const row = await table.get(keys.annotation(ws, original));
  return row?.status === 'resolved' && row.deleted_at === undefined;
};

/** Everything that the submitter isn't notified of yet; a status, and a fix of the original, only while it lasts. */
const newsIn = async (table: Table, ws: string, { rows, note }: Subject, key: Key) => {
  const all = rows.filter(({ job }) => job === 'notify-submitter');
  const open = [...all.filter(({ sk }) => sk === key.sk), ...all.filter(({ sk }) => sk !== key.sk)].slice(0, MAX_TOLD);
  const [change] = rowsOf(open, keys.statusNews);
  const replies = rowsOf(open, keys.reply);
  const resolutions = rowsOf(open, keys.resolution);
  const current = change && change.status === note.status && isTold(change.status) ? change.status : undefined;
  const original_fixed =
    current === 'duplicate' &&
    change?.fixed_at !== undefined &&
    change.fixed_at !== change.told_fixed_at &&
    (await isFixed(table, ws, note.duplicate_of));
  const isKnown = change?.told_at !== undefined && change.told_at === change.changed_at;
  const status = original_fixed || !isKnown ? current : undefined;
  return { open, change, replies, resolutions, current, status, original_fixed };
};
type News = Awaited<ReturnType<typeof newsIn>>;

/** A status that the note doesn't have now, and a fix that didn't last, are still news if they come back. */
const toldIn = ({ change, current, original_fixed }: News): Item => ({
  ...(current && { told_at: change?.changed_at }),
  ...(original_fixed && { told_fixed_at: change?.fixed_at }),
});

const done = (rows: readonly StoredRow[], news: News): Write[] =>
  rows.map((row) => ({
    update: row,
    ...(row === news.change && { set: toldIn(news) }),
    remove: OWED,
    when: [...IS_OWED, ['=', 'due_at', row.due_at]],
  }));

const handOver = ({ ws, annotation }: NoteIds, subject: Subject, news: News, at: number): Write[] => {
  const { open, replies, resolutions, status, original_fixed } = news;
  const newest = [...replies, ...resolutions]
    .map((row) => textAt(row, 'id'))
    .sort()
    .at(-1);
  const mail = keys.annotationMail(ws, annotation, newest ?? newId());
  const [verification] = rowsOf(subject.rows, keys.verification);
  const hasPictures = resolutions.some(
    ({ before_key, after_key }) => before_key !== null || after_key !== null || verification?.picture_key,
  );
  return [
    countMail('note', subject.hash, at),
    { check: keys.annotation(ws, annotation), when: LIVE },
    {
      put: {
        ...mail,
        workspace_id: ws,
        site_id: subject.note.site_id,
        caused_by: open.find(({ caused_by }) => caused_by !== undefined)?.caused_by,
        annotation_id: annotation,
        reply_ids: replies.map(({ id }) => id),
        resolution_ids: resolutions.map(({ id }) => id),
        status,
        ...(original_fixed && { original_fixed: true }),
        ...owedMail('note', mail, at),
        ...(hasPictures && owed('cut-mail-pictures', mail, at)),
      },
      when: [['absent', 'pk']],
    },
    ...done(open, news),
  ];
};

/** The authors of its duplicates hear it, too, once for each time that it is resolved. */
const tellDuplicates = async (table: Table, { ws, annotation }: NoteIds, { rows }: Subject, news: News) => {
  const { change, status } = news;
  if (status !== 'resolved' || !change) return;
  const fixed_at = numberAt(change, 'changed_at');
  const at = now();
  for (const duplicate of rowsOf(rows, keys.duplicate)) {
    const id = textAt(duplicate, 'id');
    const isNew: Test = ['any', [[['absent', 'fixed_at']], [['<>', 'fixed_at', fixed_at]]]];
    await table.tryTransact([
      {
        update: keys.annotation(ws, id),
        set: { news_at: at },
        when: [...LIVE, ['=', 'status', 'duplicate'], ['=', 'duplicate_of', annotation]],
      },
      { check: keys.annotation(ws, annotation), when: IS_RESOLVED },
      { ...oweStatusNews(ws, id, { status: 'duplicate', fixed_at }, at), when: [isNew] },
    ]);
  }
};

/** False if another worker, or something new, came in between. */
const notify = async (table: Table, key: Key, ids: NoteIds): Promise<boolean> => {
  const subject = await readSubject(table, ids);
  const at = now();
  if (subject.state === 'gone') return true;
  if (subject.state === 'asleep') {
    await putOff(table, key, 'notify-submitter', scheduledAt(at + HOUR));
    return true;
  }
  const news = await newsIn(table, ids.ws, subject, key);
  const { open, resolutions, replies, status } = news;
  if (open[0]?.sk !== key.sk) return true;
  if ((resolutions.length > 0 || status === 'resolved') && isBeingVerified(subject, at)) {
    // After 1, 2, 4 seconds and so on.
    const looks = findNumberAt(open[0], 'looks') ?? 0;
    await putOff(table, key, 'notify-submitter', queuedIn(2 ** looks * SECOND), { set: { looks: looks + 1 } });
    return true;
  }
  await tellDuplicates(table, ids, subject, news);
  const isNews = status !== undefined || replies.length > 0 || resolutions.length > 0;
  if (isNews && subject.address !== undefined && !(await isSuppressed(table, subject.hash))) {
    const failed = await table.failedWrites(handOver(ids, subject, news, at));
    const isOverCap = failed.length === 1 && failed[0] === 0;
    if (!isOverCap) return failed.length === 0;
    if ((status !== undefined || replies.length > 0) && open.some((row) => isRecent(row, at))) {
      await putOff(table, key, 'notify-submitter', scheduledAt(endOfDay(at)));
      return true;
    }
  }
  const others = open.filter((row) => !resolutions.includes(row));
  return table.tryTransact([...repliesInstead(ids, resolutions, at, IS_OWED), ...done(others, news)]);
};

export const notifySubmitter = async (table: Table, key: Key): Promise<void> => {
  for (let tries = 0; tries < ATTEMPTS; tries += 1) if (await notify(table, key, idsOfKey(key))) return;
  throw new Error('The note kept changing.');
};
