import { isTold } from '../../annotations/news.ts';
import { revisionText } from '../../annotations/revision.ts';
import { OPEN_STATUSES } from '../../annotations/waiting-for.ts';
import { tryUnpackJson } from '../../kit/packed.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import { findNumberAt, isLive, numberAt, requireIds, rowsOf, textAt } from '../../kit/table/record.ts';
import type { Item, StoredRow, Table, Write } from '../../kit/table/table.ts';
import { fieldsOf, nonEmptyText } from '../../kit/unknown.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import { readyFor } from '../../mail/ready-for.ts';
import { languageOf } from '../language.ts';
import { replyAddress } from '../reply-address.ts';
import { readSubject, repliesInstead, type Subject } from '../submitter.ts';
import { threadUrl } from '../thread-url.ts';
import { matterOf, words } from '../words.ts';
import { noteLetter } from './note-letter.ts';
import type { Outcome } from './words.ts';

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const idsOfMail = (mail: Key) => {
  const [ws, annotation] = requireIds(keys.annotationMail, mail);
  return { ws, annotation };
};

const capturedOf = ({ captured }: Item): Item =>
  captured instanceof Uint8Array ? fieldsOf(tryUnpackJson(captured)) : {};

const named = (rows: readonly StoredRow[], ids: unknown) => rows.filter(({ id }) => list(ids).includes(id));

/** The original of a duplicate, unless it is deleted by now. */
const originalOf = async (table: Table, ws: string, { note }: Subject): Promise<StoredRow | undefined> => {
  const { duplicate_of } = note;
  const row = typeof duplicate_of === 'string' ? await table.get(keys.annotation(ws, duplicate_of)) : undefined;
  return isLive(row) ? row : undefined;
};

interface Contents {
  hasReplies: boolean;
  hasResolutions: boolean;
  isOriginalFixed: boolean;
}

/**
 * In the order of weight: a decision counts more than what was said about it. Undefined if it was undone since, or if
 * it is none for the visitor: however praise is closed, it was read.
 */
const outcomeOf = (
  { status, original_fixed }: Item,
  { note }: Subject,
  { hasReplies, hasResolutions, isOriginalFixed }: Contents,
) => {
  const isPraise = note.kind === 'praise';
  const resolved = isPraise ? 'praise' : 'resolved';
  if (isTold(status) && status === note.status) {
    if (status === 'resolved') return resolved;
    if (original_fixed !== true) return isPraise && status !== 'blocked' ? 'praise' : status;
    if (isOriginalFixed && !isPraise) return 'original';
  }
  if (hasResolutions) return note.status === 'resolved' ? resolved : 'worked';
  return hasReplies ? 'reply' : undefined;
};

const compose: MailKind['compose'] = async (table: Table, mail: Key & Item) => {
  const ids = idsOfMail(mail);
  const [subject, site] = await Promise.all([
    readSubject(table, ids),
    table.get(keys.site(ids.ws, textAt(mail, 'site_id'))),
  ]);
  if (subject.state !== 'there') return subject;
  const { workspace, rows, note, context, address, hash } = subject;
  if (!site) return { state: 'gone' };
  if (address === undefined) return { state: 'unmailable' };
  const captured = capturedOf(context);
  const language = languageOf(workspace, site, captured);
  const siteName = nonEmptyText(site.name) ?? 'a site';
  const [verification] = rowsOf(rows, keys.verification);
  const replies = named(rowsOf(rows, keys.reply), mail.reply_ids);
  const resolutions = named(rowsOf(rows, keys.resolution), mail.resolution_ids);
  const original = await originalOf(table, ids.ws, subject);
  const outcome: Outcome | undefined = outcomeOf(mail, subject, {
    hasReplies: replies.length > 0,
    hasResolutions: resolutions.length > 0,
    isOriginalFixed: original?.status === 'resolved',
  });
  if (outcome === undefined) return { state: 'gone' };
  const is_verified =
    verification?.state === 'changed' &&
    (resolutions.length > 0 || outcome === 'resolved') &&
    numberAt(verification, 'requested_at') > (findNumberAt(note, 'undone_at') ?? 0) &&
    resolutions.every((row) => numberAt(row, 'created_at') <= (findNumberAt(verification, 'checked_at') ?? 0));
  const news = {
    outcome,
    matter: matterOf(note.kind),
    is_open: OPEN_STATUSES.some((status) => status === (outcome === 'duplicate' ? original : note)?.status),
    site: siteName,
    note: nonEmptyText(context.body) ?? nonEmptyText(note.excerpt) ?? '',
    page_url: nonEmptyText(fieldsOf(captured.page).url) ?? nonEmptyText(note.page_url),
    // The summary of a duplicate says why it is one, not how its original was fixed.
    summary: mail.status === note.status && mail.original_fixed !== true ? nonEmptyText(note.summary) : undefined,
    replies: replies.map(({ author, author_name, body }) => ({
      by: nonEmptyText(author_name) ?? (author === 'agent' ? words[language].agent(siteName) : siteName),
      text: nonEmptyText(body) ?? '',
      isMarkdown: author === 'agent',
    })),
    resolutions: resolutions.map((resolution) => {
      // The browser's picture shows what the visitor's picture shows, so they are shown together.
      const hasOwn =
        nonEmptyText(resolution.before_key) !== undefined || nonEmptyText(resolution.after_key) !== undefined;
      const seen = is_verified && !hasOwn ? nonEmptyText(verification.picture_key) : undefined;
      return {
        explanation: nonEmptyText(resolution.explanation),
        before_key: seen ? nonEmptyText(context.screenshot_key) : nonEmptyText(resolution.before_key),
        after_key: seen ?? nonEmptyText(resolution.after_key),
        diff_url: nonEmptyText(resolution.diff_url),
        pr_url: nonEmptyText(resolution.pr_url),
        revision: revisionText(resolution),
        cuts: fieldsOf(mail.cuts) as Record<string, string>,
      };
    }),
    is_verified,
    thread: threadUrl(ids, hash),
    reply_to: replyAddress(ids, hash),
    thread_id: `note-${ids.annotation.toLowerCase()}`,
  };
  return readyFor(address, language, (addressee) => noteLetter({ ...addressee, ...news }));
};

export const noteMail: MailKind = {
  compose,

  record: (mail, outcome, at): Write[] => {
    const { ws, annotation } = idsOfMail(mail);
    return list(mail.resolution_ids).map((id) => ({
      update: keys.resolution(ws, annotation, String(id)),
      set: { notification_status: outcome, ...(outcome === 'sent' && { notified_at: at }) },
      when: [['exists', 'pk']],
    }));
  },

  instead: async (table, mail, at) => {
    const { ws, annotation } = idsOfMail(mail);
    const told = list(mail.resolution_ids).map((id) => table.get(keys.resolution(ws, annotation, String(id))));
    const resolutions = (await Promise.all(told)).filter((row) => row !== undefined);
    return repliesInstead({ ws, annotation }, resolutions, at);
  },
};
