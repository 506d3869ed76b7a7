import type { SNSEvent } from 'aws-lambda';
import PostalMime, { type Attachment } from 'postal-mime';
import { NOWHERE } from '../../kit/actor.ts';
import { DAY, dayOf, endOfDay, now } from '../../kit/clock.ts';
import { Refusal } from '../../kit/errors.ts';
import { openStorage, type Storage } from '../../kit/files/storage.ts';
import type { Call } from '../../kit/http/serve.ts';
import { lambda } from '../../kit/lambda.ts';
import { logBug, logLine } from '../../kit/log.ts';
import { withoutCredentials } from '../../kit/secrets.ts';
import { sha256 } from '../../kit/sha256.ts';
import { countWithin } from '../../kit/table/count-within.ts';
import { scratchKeys } from '../../kit/table/keys.ts';
import { sharedTable, type Table } from '../../kit/table/table.ts';
import { addressHash, mailableAddress } from '../../kit/text/address.ts';
import type { Language } from '../../mail/layout.ts';
import { openThread } from '../open-thread.ts';
import { readReplyAddress } from '../reply-address.ts';
import { replyOf } from '../reply-of.ts';
import type { NoteIds } from '../submitter.ts';
import { isAutomatic } from './automatic.ts';
import { textOfHtml } from './html-text.ts';
import { isFrom, isHarmful, Notice, senderOf } from './notice.ts';
import { ownWords } from './own-words.ts';

/** The text comes before attachments, which are only counted. */
const READ_BYTES = 512 * 1024;
const MAX_WORDS = 9_900;
const ANSWERS_A_DAY = 50;
/** An address is worth as much as a link of its mails. */
const LIFE = 90 * DAY;

const LEFT_OUT: Readonly<Record<Language, (files: number) => string>> = {
  en: (files) => `[Attached files: ${files}. They were left out, because only text arrives by email.]`,
  de: (files) => `[Angehängte Dateien: ${files}. Sie fehlen hier, weil per Mail nur Text ankommt.]`,
};
const NO_FILE = /signature|ms-tnef|calendar/;

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 0 };

/** No caller: what may be done depends on the signed address. */
const callOf = (once: string): Call => ({
  actor: { kind: 'public' },
  scope: NOWHERE,
  rows: {},
  now: now(),
  once: { raw_key: once, hash: once, body_hash: once },
  request: { id: '', ip: '', origin: undefined, route_key: '', headers: {}, body: '' },
  operation_id: 'receiveMail',
});

interface Answer extends NoteIds {
  hash: string;
  notice: Notice;
}

/** Decided without a read, so that a flood of forged mails costs nothing more. */
const answerIn = (notice: Notice): Answer | string => {
  const { mail, receipt } = notice;
  const sender = senderOf(notice);
  const address = mailableAddress(sender);
  if (address === undefined) return 'no_sender';
  const hash = addressHash(address);
  const ids = receipt.recipients.flatMap((to) => readReplyAddress(to, hash) ?? [])[0];
  if (!ids) return 'forged';
  if (isAutomatic(mail.headers, address, mail.source)) return 'automatic';
  if (isHarmful(notice) || !isFrom(notice, address)) return 'not_authentic';
  return { ...ids, hash, notice };
};

/** Pictures within the text include logos. */
const isFile = ({ related, mimeType }: Attachment) => related !== true && !NO_FILE.test(mimeType);

const contentOf = async (storage: Storage, { mail, receipt }: Notice): Promise<{ words: string; files: number }> => {
  const found = await storage.readStart(receipt.action.objectKey, READ_BYTES);
  const read = found && (await PostalMime.parse(found.bytes, LIMITS).catch(() => undefined));
  // The notice has only the first 10 KB of headers.
  const headers = (read?.headers ?? []).map(({ key, value }) => ({ name: key, value }));
  if (!read || isAutomatic(headers, mail.commonHeaders.from[0] ?? '', mail.source)) return { words: '', files: 0 };
  const words = withoutCredentials(ownWords(read.text?.trim() ? read.text : textOfHtml(read.html ?? '')));
  return { words: words.slice(0, MAX_WORDS).toWellFormed(), files: read.attachments.filter(isFile).length };
};

const countAnswer = (table: Table, hash: string, at: number): Promise<boolean> =>
  table.tryTransact([countWithin(scratchKeys.mailAnswers(hash, dayOf(at)), ANSWERS_A_DAY, endOfDay(at))]);

/** By the same verb as the thread's page. A mail that comes again counts once: its mark stays on its reply. */
const take = async (table: Table, storage: Storage, { ws, annotation, hash, notice }: Answer): Promise<string> => {
  const { messageId, commonHeaders } = notice.mail;
  const mail_id = sha256(JSON.stringify([ws, annotation, commonHeaders.messageId ?? messageId])).slice(0, 32);
  const at = now();
  const open = await openThread(
    table,
    callOf(sha256(`mail ${mail_id}`)),
  )({
    ws,
    annotation,
    isSignedFor: (of) => of === hash,
    isExpired: ({ news_at = 0 }) => news_at + LIFE <= at,
  });
  if (open.thread.replies.some((reply) => reply.mail_id === mail_id)) return 'repeated';
  if (!(await countAnswer(table, hash, at))) return 'too_many';
  const { words, files } = await contentOf(storage, notice);
  const body = [words, files > 0 ? LEFT_OUT[open.language](files) : ''].filter(Boolean).join('\n\n');
  if (body === '') return 'empty';
  await open.annotations.answer(open.thread.row, { reply: { ...replyOf(open, body), mail_id } });
  return 'taken';
};

let clients: { table: Table; storage: Storage } | undefined;

/** Nothing answers a mail, so no loop can start, and a refused one leaves a log line without its address. */
const receive = async (message: string): Promise<void> => {
  clients ??= { table: sharedTable(), storage: openStorage() };
  const notice = Notice.parse(JSON.parse(message));
  const answer = answerIn(notice);
  const outcome =
    typeof answer === 'string'
      ? answer
      : await take(clients.table, clients.storage, answer).catch((error: unknown) => {
          if (error instanceof Refusal && error.status < 500) return error.code;
          throw error;
        });
  await clients.storage.remove(notice.receipt.action.objectKey);
  logLine({ id: notice.mail.messageId, job: 'receive-mail', outcome });
};

export const receiveMail = lambda([], async (event: SNSEvent): Promise<void> => {
  const outcomes = await Promise.allSettled(event.Records.map(({ Sns }) => receive(Sns.Message)));
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failed) logBug('received mail', reason);
  if (failed.length > 0) throw new Error(`${failed.length} mails could not be read.`);
});
