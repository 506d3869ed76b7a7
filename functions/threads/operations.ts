import { randomBytes } from 'node:crypto';
import { submitterView } from '../annotations/submitter-view.ts';
import type { Thread } from '../annotations/whole-thread.ts';
import type { Once } from '../kit/access/idempotency.ts';
import type { OperationOf, RawAnswer } from '../kit/contract/contract.ts';
import { writtenText } from '../kit/contract/schema.ts';
import { Refusal } from '../kit/errors.ts';
import type { SignedStorage } from '../kit/files/signed-storage.ts';
import type { Call } from '../kit/http/serve.ts';
import { credentialIn } from '../kit/secrets.ts';
import { sha256 } from '../kit/sha256.ts';
import type { Table } from '../kit/table/table.ts';
import { personOfAddress } from '../kit/text/address.ts';
import { dataUrl } from '../mail/data-url.ts';
import type { Language } from '../mail/layout.ts';
import { inWords } from '../mail/page.ts';
import { unsubscribeUrl } from '../mail/unsubscribe-url.ts';
import type { threads } from './contract.ts';
import { type OpenThread, openThread } from './open-thread.ts';
import { pageWords } from './page-words.ts';
import { replyOf } from './reply-of.ts';
import { threadPage } from './thread-page.ts';
import { readThreadLink } from './thread-url.ts';

const PICTURE_SECONDS = 300;
const MAX_FORM = 256 * 1024;
const Words = writtenText(10_000).refine((text) => credentialIn(text) === undefined);
const ONCE = /^[\w-]{16,64}$/;

/** The signed link is the only credential of these calls. */
export const bindThreads = (table: Table, call: Call) => ({
  ...call,
  /** A form that is sent twice counts once. */
  open: (signed: string, once?: Once) => openThread(table, { ...call, once })(readThreadLink(signed)),
});
type Context = ReturnType<typeof bindThreads>;
type Operation<Id extends keyof (typeof threads)['rows']> = OperationOf<Context, typeof threads, Id>;

const picturesOf = async (storage: SignedStorage, thread: Thread): Promise<Map<string, string>> => {
  const keys = submitterView(thread).resolutions.flatMap(({ before_key, after_key }) => [before_key, after_key]);
  const named = keys.filter((key) => key !== null);
  return new Map(
    await Promise.all(named.map(async (key) => [key, await storage.presignGet(key, PICTURE_SECONDS)] as const)),
  );
};

interface Said {
  message?: string;
  draft?: string;
  opens?: string | undefined;
  status?: number;
}

const show = async (
  storage: SignedStorage,
  signed: string,
  { site, language, hash }: OpenThread,
  thread: Thread,
  said: Said = {},
): Promise<RawAnswer> =>
  threadPage({
    signed,
    site,
    language,
    thread,
    pictures: await picturesOf(storage, thread),
    unsubscribe: unsubscribeUrl(hash),
    data: dataUrl(personOfAddress(thread.context.email ?? '')),
    once: randomBytes(16).toString('base64url'),
    ...said,
  });

const goneWords = ({ status, code }: Refusal, locale: Language) => {
  if (status !== 404 && status !== 410) return undefined;
  const say = pageWords[locale];
  const kinds = {
    thread_link_expired: [say.expiredTitle, say.expired],
    thread_link_revoked: [say.revokedTitle, say.revoked],
    thread_link_blocked: [say.revokedTitle, say.blocked],
  } as const;
  return kinds[code as keyof typeof kinds] ?? ([say.goneTitle, say.gone] as const);
};

const formOf = ({ request: { body } }: Context): URLSearchParams =>
  new URLSearchParams(Buffer.byteLength(body) > MAX_FORM ? '' : body);

/** Forms send two characters per line break, while their fields' limit counts one. */
const draftIn = (form: URLSearchParams): string => (form.get('body') ?? '').replace(/\r\n?/g, '\n').trim();

/** All forms of a page have one key. */
const onceOf = (signed: string, action: 'replies' | 'confirmation', form: URLSearchParams): Once | undefined => {
  const raw_key = form.get('once') ?? '';
  if (!ONCE.test(raw_key)) return undefined;
  const hash = sha256(JSON.stringify(['thread', signed, action, raw_key]));
  return { raw_key, hash, body_hash: sha256(form.toString()) };
};

/** Why a text is not taken. */
const refusedWords = ({ language }: OpenThread, draft: string): string =>
  credentialIn(draft) === undefined ? pageWords[language].tooLong : pageWords[language].credential;

/** The page says what came in between, and keeps the words. */
const refusedIn = (error: unknown, { language }: OpenThread, draft: string): Said => {
  const isExpected = error instanceof Refusal && (error.status === 409 || error.code === 'idempotency_key_reused');
  if (!isExpected) throw error;
  const say = pageWords[language];
  return { status: error.status, message: error.code === 'note_full' ? say.full : say.changedMeanwhile, draft };
};

const withReply = (thread: Thread, { row, reply }: Awaited<ReturnType<OpenThread['annotations']['answer']>>) => ({
  ...thread,
  row,
  replies: reply && !thread.replies.some(({ id }) => id === reply.id) ? [...thread.replies, reply] : thread.replies,
});

export const threadOperations = (
  storage: SignedStorage,
): { [Id in 'getThreadPage' | 'replyToThread' | 'confirmFix']: Operation<Id> } => ({
  getThreadPage: (ctx, { signed, query }) =>
    inWords(ctx, goneWords, async () => {
      const open = await ctx.open(signed);
      return show(storage, signed, open, open.thread, { opens: query.fixed });
    }),

  replyToThread: (ctx, { signed }) =>
    inWords(ctx, goneWords, async () => {
      const form = formOf(ctx);
      const open = await ctx.open(signed, onceOf(signed, 'replies', form));
      const { thread, language } = open;
      const draft = draftIn(form);
      const body = Words.safeParse(draft);
      if (!body.success)
        return show(storage, signed, open, thread, { status: 422, message: refusedWords(open, draft), draft });
      try {
        const answered = await open.annotations.answer(thread.row, { reply: replyOf(open, body.data) });
        const say = pageWords[language];
        const message = open.isMailed ? `${say.sent} ${say.promise}` : say.sent;
        return await show(storage, signed, open, withReply(thread, answered), { message });
      } catch (error) {
        return show(storage, signed, open, thread, refusedIn(error, open, draft));
      }
    }),

  confirmFix: (ctx, { signed }) =>
    inWords(ctx, goneWords, async () => {
      const form = formOf(ctx);
      const open = await ctx.open(signed, onceOf(signed, 'confirmation', form));
      const { thread } = open;
      const fixed = form.get('fixed') === 'yes';
      const draft = draftIn(form);
      const body = fixed || draft === '' ? undefined : Words.safeParse(draft);
      if (body?.success === false || (!fixed && form.get('fixed') !== 'no')) {
        const message = refusedWords(open, draft);
        return show(storage, signed, open, thread, { status: 422, message, draft, opens: 'no' });
      }
      try {
        const reply = body && replyOf(open, body.data);
        const answered = await open.annotations.answer(thread.row, { fixed, ...(reply && { reply }) });
        return await show(storage, signed, open, withReply(thread, answered));
      } catch (error) {
        return show(storage, signed, open, thread, { ...refusedIn(error, open, draft), opens: 'no' });
      }
    }),
});
