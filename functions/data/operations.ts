import { dayOf, now } from '../kit/clock.ts';
import { notFound, type Refusal } from '../kit/errors.ts';
import type { SignedStorage } from '../kit/files/signed-storage.ts';
import { readSignedData } from '../mail/data-url.ts';
import type { Language } from '../mail/layout.ts';
import { inWords, isBrowser, localeOf, page } from '../mail/page.ts';
import type { Operation } from './context.ts';
import type { ExportRow } from './schema.ts';
import { wordsOf } from './words.ts';

const LINK_SECONDS = 300;

const download = (row: ExportRow) => {
  return `attachment; filename="sidenote-export-${dayOf(row.created_at)}.tar.gz"`;
};

const presentExport = async (storage: SignedStorage, row: ExportRow) => {
  const isThere = row.state === 'ready' && (row.expires_at ?? 0) > now();
  return {
    ...row,
    finished_at: row.finished_at ?? null,
    expires_at: row.expires_at ?? null,
    url: isThere && row.object_key ? await storage.presignGet(row.object_key, LINK_SECONDS, download(row)) : null,
  };
};

const presentLatest = async (storage: SignedStorage, row: ExportRow | undefined) => {
  const isOver = row?.expires_at !== undefined && row.expires_at <= now();
  return { export: row && !isOver ? await presentExport(storage, row) : null };
};

export const exportOperations = (
  storage: SignedStorage,
): {
  [Id in 'requestMyExport' | 'getMyExport' | 'requestWorkspaceExport' | 'getWorkspaceExport']: Operation<Id>;
} => ({
  requestMyExport: async ({ exports }) => presentExport(storage, await exports.ofCaller.owe()),
  getMyExport: async ({ exports }) => presentLatest(storage, await exports.ofCaller.find()),
  requestWorkspaceExport: async ({ exports }) => presentExport(storage, await exports.ofWorkspace.owe()),
  getWorkspaceExport: async ({ exports }) => presentLatest(storage, await exports.ofWorkspace.find()),
});

export const deleteMe: Operation<'deleteMe'> = async (ctx) => {
  await ctx.account().erase();
  return { id: ctx.actor.kind === 'session' ? ctx.actor.user_id : '', deleted: true };
};

const hashIn = (mailbox: string): string => {
  const hash = readSignedData(mailbox);
  if (!hash) throw notFound();
  return hash;
};

const goneWords = ({ status }: Refusal, locale: Language) => {
  const { goneTitle, gone } = wordsOf(locale);
  return status === 404 ? ([goneTitle, gone] as const) : undefined;
};

const post = (mailbox: string, action: string, label: string) =>
  `<form method="post" action="/api/data/${mailbox}/${action}"><p><button type="submit">${label}</button></p></form>`;

export const getDataPage: Operation<'getDataPage'> = (ctx, { mailbox }) =>
  inWords(ctx, goneWords, async () => {
    const held = await ctx.held.count(hashIn(mailbox));
    const locale = localeOf(ctx.request.headers);
    const say = wordsOf(locale);
    const lines = say.lines(held);
    const forms = `${post(mailbox, 'export', say.download)}<p>${say.eraseIntro}</p>${post(mailbox, 'erase', say.erase)}`;
    const body = [
      `<p>${say.intro}</p>`,
      lines.length > 0 ? `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>` : `<p>${say.nothing}</p>`,
      held.has_account ? `<p>${say.account}</p>` : '',
      lines.length > 0 ? forms : '',
    ];
    return page(say.title, body.join(''), locale);
  });

export const downloadData: Operation<'downloadData'> = (ctx, { mailbox, query: { after, part } }) =>
  inWords(ctx, goneWords, async () => {
    const held = await ctx.held.read(hashIn(mailbox), after);
    const isOnly = after === undefined && held.next === null;
    if (isOnly || part === 'file' || !isBrowser(ctx.request.headers)) {
      return {
        headers: { 'content-disposition': 'attachment; filename="sidenote-data.json"' },
        text: JSON.stringify(held),
      };
    }
    const locale = localeOf(ctx.request.headers);
    const say = wordsOf(locale);
    const from = after === undefined ? '' : `&amp;after=${after}`;
    const file = post(mailbox, `export?part=file${from}`, say.part);
    const { next } = held;
    const rest = next === null ? `<p>${say.lastPart}</p>` : post(mailbox, `export?after=${next}`, say.nextPart);
    return page(say.partsTitle, `<p>${say.parts}</p>${file}${rest}`, locale);
  });

export const eraseData: Operation<'eraseData'> = (ctx, { mailbox }) =>
  inWords(ctx, goneWords, async () => {
    await ctx.held.owe(hashIn(mailbox));
    const locale = localeOf(ctx.request.headers);
    const say = wordsOf(locale);
    return page(say.doneTitle, `<p>${say.done}</p>`, locale);
  });
