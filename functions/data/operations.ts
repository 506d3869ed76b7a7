import { now } from '../kit/clock.ts';
import { notFound } from '../kit/errors.ts';
import type { SignedStorage } from '../kit/files/signed-storage.ts';
import { readSignedData } from '../mail/data-url.ts';
import { localeOf, page } from '../mail/page.ts';
import type { Operation } from './context.ts';
import type { ExportRow } from './schema.ts';
import { wordsOf } from './words.ts';

const LINK_SECONDS = 300;

const download = (row: ExportRow) => {
  const day = new Date(row.created_at).toISOString().slice(0, 10);
  return `attachment; filename="sidenote-export-${day}.tar.gz"`;
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

export const getDataPage: Operation<'getDataPage'> = async (ctx, { mailbox }) => {
  const held = await ctx.held.count(hashIn(mailbox));
  const locale = localeOf(ctx.request.headers);
  const say = wordsOf(locale);
  const lines = say.lines(held);
  const post = (action: string, label: string) =>
    `<form method="post" action="/api/data/${mailbox}/${action}"><button type="submit">${label}</button></form>`;
  const body = [
    `<p>${say.intro}</p>`,
    lines.length > 0 ? `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>` : `<p>${say.nothing}</p>`,
    held.has_account ? `<p>${say.account}</p>` : '',
    lines.length > 0 ? `${post('export', say.download)}<p>${say.eraseIntro}</p>${post('erase', say.erase)}` : '',
  ];
  return page(say.title, body.join(''), locale);
};

export const downloadData: Operation<'downloadData'> = async (ctx, { mailbox, query }) => ({
  headers: { 'content-disposition': 'attachment; filename="sidenote-data.json"' },
  text: JSON.stringify(await ctx.held.read(hashIn(mailbox), query.after)),
});

export const eraseData: Operation<'eraseData'> = async (ctx, { mailbox }) => {
  await ctx.held.owe(hashIn(mailbox));
  const locale = localeOf(ctx.request.headers);
  const say = wordsOf(locale);
  return page(say.doneTitle, `<p>${say.done}</p>`, locale);
};
