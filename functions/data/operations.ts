import { now } from '../kit/clock.ts';
import type { RawAnswer } from '../kit/contract/contract.ts';
import { notFound, Refusal } from '../kit/errors.ts';
import type { SignedStorage } from '../kit/files/signed-storage.ts';
import { readSignedData } from '../mail/data-url.ts';
import { localeOf, page } from '../mail/page.ts';
import type { DataContext, Operation } from './context.ts';
import { HTML } from './contract.ts';
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

const isBrowser = ({ request: { headers } }: DataContext): boolean => (headers.accept ?? '').includes('text/html');

const pageFor = ({ request: { headers } }: DataContext, title: string, body: string, status?: number): RawAnswer => {
  const answer = page(title, body, localeOf(headers), status);
  return { ...answer, headers: { ...answer.headers, 'content-type': HTML } };
};

const wordsFor = ({ request: { headers } }: DataContext) => wordsOf(localeOf(headers));

/** A browser gets a page, with the status that any client gets. */
const inWords = async (ctx: DataContext, work: () => Promise<RawAnswer>): Promise<RawAnswer> => {
  try {
    return await work();
  } catch (error) {
    if (!isBrowser(ctx) || !(error instanceof Refusal) || error.status !== 404) throw error;
    const say = wordsFor(ctx);
    return pageFor(ctx, say.goneTitle, `<p>${say.gone}</p>`, 404);
  }
};

const post = (mailbox: string, action: string, label: string) =>
  `<form method="post" action="/api/data/${mailbox}/${action}"><p><button type="submit">${label}</button></p></form>`;

export const getDataPage: Operation<'getDataPage'> = (ctx, { mailbox }) =>
  inWords(ctx, async () => {
    const held = await ctx.held.count(hashIn(mailbox));
    const say = wordsFor(ctx);
    const lines = say.lines(held);
    const forms = `${post(mailbox, 'export', say.download)}<p>${say.eraseIntro}</p>${post(mailbox, 'erase', say.erase)}`;
    const body = [
      `<p>${say.intro}</p>`,
      lines.length > 0 ? `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>` : `<p>${say.nothing}</p>`,
      held.has_account ? `<p>${say.account}</p>` : '',
      lines.length > 0 ? forms : '',
    ];
    return pageFor(ctx, say.title, body.join(''));
  });

export const downloadData: Operation<'downloadData'> = (ctx, { mailbox, query: { after, part } }) =>
  inWords(ctx, async () => {
    const held = await ctx.held.read(hashIn(mailbox), after);
    const isOnly = after === undefined && held.next === null;
    if (isOnly || part === 'file' || !isBrowser(ctx)) {
      return {
        headers: { 'content-disposition': 'attachment; filename="sidenote-data.json"' },
        text: JSON.stringify(held),
      };
    }
    const say = wordsFor(ctx);
    const from = after === undefined ? '' : `&amp;after=${after}`;
    const file = post(mailbox, `export?part=file${from}`, say.part);
    const { next } = held;
    const rest = next === null ? `<p>${say.lastPart}</p>` : post(mailbox, `export?after=${next}`, say.nextPart);
    return pageFor(ctx, say.partsTitle, `<p>${say.parts}</p>${file}${rest}`);
  });

export const eraseData: Operation<'eraseData'> = (ctx, { mailbox }) =>
  inWords(ctx, async () => {
    await ctx.held.owe(hashIn(mailbox));
    const say = wordsFor(ctx);
    return pageFor(ctx, say.doneTitle, `<p>${say.done}</p>`);
  });
