import { annotationLists } from '../annotations/lists.ts';
import { isAllInRow } from '../annotations/new-note.ts';
import type { AnnotationRow, Status } from '../annotations/rows.ts';
import { annotationStore } from '../annotations/store.ts';
import type { Thread } from '../annotations/whole-thread.ts';
import type { Storage } from '../kit/files/storage.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { counted } from '../reviews/report/in-words.ts';
import type { SiteRow } from '../sites/schema.ts';
import { siteStore } from '../sites/store.ts';
import { dashboardUrl } from '../workspaces/dashboard-url.ts';
import { changedLately } from './changed-lately.ts';
import type { ExportChoice } from './contract.ts';
import { inOrder } from './in-order.ts';
import { Pictures } from './pictures.ts';
import { AnnotationDocument } from './render/document.ts';
import type { Note } from './render/note-block.ts';

export const bindExports = (table: Table, call: Call) => ({
  ...call,
  sites: siteStore(table, call),
  annotations: annotationStore(table, call),
  lists: annotationLists(table, call),
  changedLately: changedLately(table, call),
});

export type ExportsContext = ReturnType<typeof bindExports>;

const MAX_ANNOTATIONS = 2000;
const ROWS_PER_READ = 1000;
const READS_AT_ONCE = 12;
/** Beyond these characters, or this long after the start, annotations appear as excerpts. */
const MAX_CHARACTERS = 2_000_000;
const MAX_MS = 12_000;

const newest = async ({ lists }: ExportsContext, site_id: string, status: Status | undefined) => {
  const rows: AnnotationRow[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(ROWS_PER_READ, MAX_ANNOTATIONS - rows.length);
    const page = await lists.list({ site_id, status, quarantined: false }, { limit, cursor });
    rows.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && rows.length < MAX_ANNOTATIONS);
  return { rows, hasMore: cursor !== undefined };
};

const inShort = (row: AnnotationRow): Thread => ({
  row,
  context: {
    body: row.excerpt,
    name: row.submitter.name,
    email: null,
    captured: { page: { url: row.page_url }, anchor: { kind: 'page' } },
    screenshot_key: null,
    thumbnail_key: null,
  },
  replies: [],
  resolutions: [],
  duplicates: [],
});

/** `status` is one of today's, or every one. */
export type Choice = Omit<ExportChoice, 'status'> & { status: Status | undefined };

const chosenParts = (thread: Thread, { thread: hasReplies, resolutions }: Choice): Thread => ({
  ...thread,
  ...(!hasReplies && { replies: [] }),
  ...(!resolutions && { resolutions: [], verification: undefined }),
});

const charactersOf = ({ context, row, replies, resolutions }: Thread): number =>
  [context.body, row.summary, ...replies.map(({ body }) => body), ...resolutions.map((one) => one.explanation ?? '')]
    .map((text) => text.length)
    .reduce((sum, length) => sum + length, 0);

export const makeDocument = async (
  ctx: ExportsContext,
  storage: Storage,
  site_id: string,
  choice: Choice,
): Promise<{ site: SiteRow; bytes: Buffer }> => {
  const started = performance.now();
  const { status, screenshots } = choice;
  const [site, { rows, hasMore }, changed] = await Promise.all([
    ctx.sites.get(site_id),
    newest(ctx, site_id, status),
    ctx.changedLately(),
  ]);
  const document = new AnnotationDocument();
  const pictures = new Pictures(storage);
  let characters = 0;
  let shortened = 0;
  let number = 0;

  const isSpent = () => characters > MAX_CHARACTERS || performance.now() - started > MAX_MS;
  const isWhole = (row: AnnotationRow) => isAllInRow(row) && !changed.has(row.id);
  const read = async (row: AnnotationRow) => {
    const hasPicture = row.has_screenshot && screenshots;
    const isShortened = !isWhole(row);
    if (isSpent() || (!isShortened && (!hasPicture || pictures.isFull)))
      return { thread: inShort(row), isShortened, picture: hasPicture ? pictures.leaveOut() : undefined };
    const thread = await ctx.annotations.findThread(row.id);
    if (!thread) return undefined;
    const picture = screenshots ? await pictures.read(thread.context) : undefined;
    return { thread: chosenParts(thread, choice), isShortened: false, picture };
  };
  await inOrder(rows, READS_AT_ONCE, read, async (found) => {
    if (!found) return;
    const { row } = found.thread;
    if (row.quarantine || (status !== undefined && row.status !== status)) return;
    const isShortened = found.isShortened || (isSpent() && !isWhole(row));
    const picture = isShortened && found.picture?.file ? pictures.leaveOut() : found.picture;
    const note: Note = {
      number: number + 1,
      // A document outlives any signed URL.
      address: dashboardUrl(ctx.scope.workspace_id, `/inbox/${row.id}`),
      thread: isShortened ? inShort(row) : found.thread,
      isShortened,
      ...(await pictures.show(picture)),
    };
    document.add(note);
    number += 1;
    if (note.isShortened) shortened += 1;
    characters += charactersOf(note.thread);
  });

  const remarks = [
    ...(hasMore
      ? [
          `There are more: the newest ${MAX_ANNOTATIONS.toLocaleString('en')} are shown.` +
            (status === undefined ? ' Export one status at a time.' : ''),
        ]
      : []),
    ...(pictures.leftOut > 0
      ? [`The document is too large for all pictures: ${counted(pictures.leftOut, 'picture')} more in Sidenote.`]
      : []),
    ...(pictures.unread > 0 ? [`${counted(pictures.unread, 'picture')} could not be read.`] : []),
    ...(shortened > 0 ? [`The text is long: only the beginning of ${counted(shortened, 'annotation')} is shown.`] : []),
  ];
  return { site, bytes: await document.bind({ site, madeAt: ctx.now, status, remarks }) };
};
