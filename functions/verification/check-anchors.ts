import { shownUrl } from '../annotations/new-note.ts';
import { type AnchorCheckRow, type AnchorSeen, ContextRow, MAX_CHECKED } from '../annotations/rows.ts';
import { isSamePage } from '../browser/host-of.ts';
import { Candidates } from '../browser/in-page/candidates.ts';
import { codesOf, type Said, said } from '../codes/said.ts';
import { now } from '../kit/clock.ts';
import { LIVE } from '../kit/table/expression.ts';
import { type Key, keys, partitions } from '../kit/table/keys.ts';
import { requireIds, textAt } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { MAX_RECEIVES, OWED } from '../owed/jobs.ts';
import { putOffWhileDeleted } from '../owed/put-off.ts';
import { findAgain } from './find-again.ts';
import { pageParts } from './page-parts.ts';
import { countVisit, isOnSite, orderOf, VERIFICATIONS_A_DAY } from './page-visit.ts';
import type { VerifyNeeds } from './verify-fix.ts';

type Needs = Pick<VerifyNeeds, 'table' | 'renderPage'>;

/** Of the site's pending notes, the newest. */
const MAX_READ = 2000;

interface Pinned {
  id: string;
  note: Item;
  captured: ContextRow['captured'];
}

/** The newest pending notes that are pinned to an element of the page. */
const pendingNotes = async (table: Table, ws: string, site: string, page_url: string): Promise<Pinned[]> => {
  const partition = partitions.siteAnnotationsByStatus(ws, site, 'pending');
  const shown = shownUrl(page_url);
  const found: { id: string; note: Item }[] = [];
  let read = 0;
  for await (const rows of table.pages({ index: 'gsi2', partition, newestFirst: true, limit: 200 })) {
    for (const note of rows)
      if (note.page_url === shown) found.push({ id: requireIds(keys.annotation, note)[1], note });
    read += rows.length;
    if (found.length >= MAX_CHECKED || read >= MAX_READ) break;
  }
  const newest = found.slice(0, MAX_CHECKED);
  const contexts = await table.getEach(newest.map(({ id }) => keys.context(ws, id)));
  return newest.flatMap(({ id, note }, at) => {
    const { success, data } = ContextRow.safeParse(contexts[at]);
    if (!success || data.captured.anchor.kind === 'page') return [];
    // Lists cut long addresses, and a caller may have only the cut one.
    const isOfPage = shown === page_url || data.captured.page.url === page_url;
    return isOfPage ? [{ id, note, captured: data.captured }] : [];
  });
};

interface Result {
  state: AnchorCheckRow['state'];
  notes?: AnchorCheckRow['notes'];
  why?: Said;
}

const look = async ({ renderPage }: Needs, ws: string, pinned: readonly Pinned[]): Promise<Result | 'busy'> => {
  const [first] = pinned;
  if (!first) return { state: 'checked' };
  const { wants: _, ...order } = orderOf(first.captured);
  // Notes on another route of the same address are pinned to another page.
  const here = pinned.filter(({ captured }) => orderOf(captured).url === order.url);
  const candidatesOf = ({ captured: { anchor } }: Pinned) => ({
    selector: anchor.selector ?? '',
    frame_path: anchor.frame_path ?? [],
  });
  const page = await renderPage({ ...order, wants: { candidates: here.map(candidatesOf) } }, { tenant: ws });
  if (!page.ok) {
    if (page.reason === 'busy') return 'busy';
    if (page.reason === 'no_browser') return { state: 'not_checked', why: page.said };
    const notes = here.map(({ id }) => ({ annotation_id: id, anchor: 'unreachable' as const, score: 0 }));
    return { state: 'unreachable', notes, why: page.said };
  }
  if (!isSamePage(order.url, page.url)) return { state: 'not_checked', why: said('verify_other_page') };
  const { success, data: candidates } = Candidates.safeParse(page.candidates);
  if (!success) return { state: 'not_checked', why: said('verify_too_large') };
  const parts = pageParts(candidates);
  let why: Said | undefined;
  const notes = here.flatMap(({ id, captured }, at) => {
    const { anchor, score, is_unclear } = findAgain({ ...captured, title: captured.page.title }, parts, at);
    const lacksQuery = anchor === 'lost' && captured.page.has_query;
    if (lacksQuery) why ??= said('verify_query');
    // On the rest of the page it may be.
    const isUnknown = is_unclear || lacksQuery || (anchor === 'lost' && !candidates.is_complete);
    return isUnknown ? [] : [{ annotation_id: id, anchor, score }];
  });
  if (why && notes.length === 0) return { state: 'not_checked', why };
  if (!candidates.is_complete) why ??= said('verify_too_large');
  return { state: 'checked', notes, ...(why && { why }) };
};

const store = async (table: Table, ws: string, pinned: readonly Pinned[], { notes = [] }: Result) => {
  const checked_at = now();
  const noteOf = new Map(pinned.map(({ id, note }) => [id, note]));
  const writes = notes.map(({ annotation_id, anchor, score }): Write[] => {
    const seen: AnchorSeen = { anchor, score, checked_at };
    const { flag, updated_at } = noteOf.get(annotation_id) ?? {};
    const isGone = anchor === 'lost' && flag !== 'element_lost';
    const isBack = (anchor === 'exact' || anchor === 'moved') && flag !== undefined;
    const touched = (isGone || isBack) && { updated_at: Math.max(checked_at, Number(updated_at)) };
    return [
      {
        update: keys.annotation(ws, annotation_id),
        set: { anchor_check: seen, ...(anchor === 'lost' && { flag: 'element_lost' }), ...touched },
        ...(isBack && { remove: ['flag'] }),
        when: [...LIVE, ['=', 'status', 'pending']],
      },
    ];
  });
  await table.tryEach(writes);
};

/** Looks for the elements of a page's pending notes in one visit, and stores with each whether it was found. */
export const checkAnchors = async (needs: Needs, { pk, sk }: Key, receives: number): Promise<void> => {
  const { table } = needs;
  const key = { pk, sk };
  const [ws, site_id] = requireIds(keys.anchorCheck, key);
  const [row, site, workspace] = await table.getEach([key, keys.site(ws, site_id), keys.workspace(ws)], {
    consistent: true,
  });
  if (row?.job !== 'check-anchors' || !site || site.deleted_at !== undefined || !workspace) return;
  if (await putOffWhileDeleted(table, workspace, key, 'check-anchors')) return;
  const end = async (pinned: readonly Pinned[], result: Result) => {
    await store(table, ws, pinned, result);
    const { state, notes = [], why } = result;
    const reason = why && { reason: why.text, reason_codes: codesOf([why]) };
    await table.tryTransact([
      {
        update: key,
        set: { state, notes, checked_at: now(), ...reason },
        remove: OWED,
        when: [['=', 'job', 'check-anchors']],
      },
    ]);
  };
  const page_url = textAt(row, 'page_url');
  if (!isOnSite(site, page_url)) return end([], { state: 'not_checked', why: said('verify_other_origin') });
  if (!(await countVisit(table, ws, row)))
    return end([], { state: 'not_checked', why: said('verify_limit', { max: VERIFICATIONS_A_DAY }) });
  const pinned = await pendingNotes(table, ws, site_id, page_url);
  const result = await look(needs, ws, pinned);
  if (result !== 'busy') return end(pinned, result);
  if (receives < MAX_RECEIVES) throw new Error('The renderer is busy.');
  await end([], { state: 'not_checked', why: said('pages_unavailable') });
};
