import type { CapturedContext } from '../annotations/context-schema.ts';
import { ContextRow, type ElementSeen, Origin, type VerificationRow } from '../annotations/rows.ts';
import { touchNote } from '../annotations/thread.ts';
import { isSamePage } from '../browser/host-of.ts';
import { type Candidate, Candidates } from '../browser/in-page/candidates.ts';
import type { Box } from '../browser/order.ts';
import type { PageSeen, renderPage } from '../browser/render-page.ts';
import { codesOf, type Said, said } from '../codes/said.ts';
import { RULE_IDS, type RuleId } from '../facts/properties.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { now } from '../kit/clock.ts';
import { MAX_IMAGE_BYTES } from '../kit/files/image.ts';
import type { Storage } from '../kit/files/storage.ts';
import { LIVE } from '../kit/table/expression.ts';
import { type Key, keys, objects } from '../kit/table/keys.ts';
import { numberAt, requireIds, textAt } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { oweMemberEvent } from '../notifications/member-event.ts';
import { MAX_RECEIVES, OWED } from '../owed/jobs.ts';
import { putOffWhileDeleted } from '../owed/put-off.ts';
import { learnFromFix } from '../reviews/api/learn.ts';
import { idOfFact } from '../reviews/finding-rows.ts';
import { comparePictures } from './compare-pictures.ts';
import { decode, keepPart } from './cut-picture.ts';
import { type Found, findAgain, isQuote } from './find-again.ts';
import { haveQuote, lettersOf } from './likeness.ts';
import { isCut, labelsOf, pageParts } from './page-parts.ts';
import { countVisit, isOnSite, orderOf, VERIFICATIONS_A_DAY } from './page-visit.ts';
import { dropIn, partsOf } from './parts.ts';

export interface VerifyNeeds {
  table: Table;
  storage: Storage;
  renderPage: typeof renderPage;
}

/** The same page in another rendering differs by less (test/verification). */
const UNCHANGED = 0.03;
const CHANGED = 0.1;

type Result = Partial<
  Omit<VerificationRow, 'annotation_id' | 'site_id' | 'requested_at' | 'reason' | 'reason_codes'>
> & {
  state: VerificationRow['state'];
  why?: Said;
};

const notChecked = (why: Said, more: Partial<Result> = {}): Result => ({ ...more, state: 'not_checked', why });

/** In the page's picture. */
const boxIn = (candidates: Candidates, found: Found, top: number): Box | undefined => {
  const node = found.node === null ? undefined : candidates.nodes[found.node];
  if (!node) return undefined;
  const [x, y, width, height] = node.shown ?? node.box;
  return { x, y: y - top, width, height };
};

/** For an agent to compare with the note. */
const elementNow = (candidates: Candidates, found: Found): ElementSeen | null => {
  const node = found.node === null ? undefined : candidates.nodes[found.node];
  const box = boxIn(candidates, found, 0);
  if (!node || !box) return null;
  const beyond_x = Math.max(0, Math.round(box.x + box.width - candidates.view.width));
  const { text = '', name = '', attributes } = node;
  return { text, name, href: attributes?.href ?? '', width: box.width, height: box.height, beyond_x };
};

/** Of selected text or a drawn area: where it is now, if its element kept its size, so that it is where it was in it. */
const placeNow = ({ kind, box, element_box }: CapturedContext['anchor'], now: Box | undefined): Box | undefined => {
  if (!now || kind === 'element') return now;
  if (!box || !element_box) return undefined;
  const isSame = Math.abs(now.width - element_box.width) < 2 && Math.abs(now.height - element_box.height) < 2;
  return isSame ? { ...box, x: now.x + box.x - element_box.x, y: now.y + box.y - element_box.y } : undefined;
};

const isOther = (before: number, after: number) => Math.abs(before - after) > Math.max(8, 0.2 * before);

type Words = 'same' | 'other' | 'unclear';

const isWithin = (text: string, words: string) => text.replace(/\s+/g, '').includes(words.replace(/\s+/g, ''));

/** A finding has only some of the words, and perhaps none; in a widget's note, those that are absent were empty. */
const compareWords = ({ anchor }: CapturedContext, node: Partial<Candidate> = {}, isFinding: boolean): Words => {
  const { text = '', name = '' } = node;
  if (!isFinding) return (anchor.text ?? '') === text && (anchor.name ?? '') === name ? 'same' : 'other';
  const known = [anchor.text, anchor.name].filter((words) => words !== undefined);
  const are = (contain: (one: string, words: string) => boolean) =>
    known.every((words) => [text, ...labelsOf(node)].some((one) => contain(one, words)));
  if (are(isWithin)) return 'same';
  return isCut(text) || are((one, words) => haveQuote(lettersOf(one), words)) ? 'unclear' : 'other';
};

/** Facts whose fix changes the element's picture or words. That of the others, such as a description, may not. */
const VISIBLE: readonly RuleId[] = [
  'text-cut',
  'view-covered',
  'image-distorted',
  'image-broken',
  'spelling',
  'doubled-word',
  'broken-characters',
  'placeholder-text',
  'unfilled-value',
  'date-passed',
  'date-wrong',
];

const mayBeUnseen = (note: Item): boolean => {
  const { data: origin } = Origin.safeParse(note.origin);
  if (!origin) return false;
  const { review_id, feedback_id } = origin;
  return RULE_IDS.some((rule) => !VISIBLE.includes(rule) && idOfFact(review_id, rule) === feedback_id);
};

interface Seen {
  captured: CapturedContext;
  page: PageSeen;
  candidates: Candidates;
  found: Found;
}

const compare = async (
  storage: Storage,
  { captured, page, candidates, found }: Seen,
  { folder, context, note }: { folder: string; context: ContextRow; note: Item },
): Promise<Result> => {
  const { anchor, score } = found;
  const base = { anchor, score, element: elementNow(candidates, found) };
  const isFinding = note.origin !== undefined || isQuote(captured.anchor);
  const words = compareWords(captured, candidates.nodes[found.node ?? -1], isFinding);
  const differs = words === 'other';
  const box = placeNow(captured.anchor, boxIn(candidates, found, page.pictures.whole_page?.top ?? 0));
  const whole =
    page.pictures.whole_page && (await decode(page.pictures.whole_page.bytes, page.pictures.whole_page.type));
  const parts = partsOf(captured, note.origin === undefined ? 0 : whole?.width);
  const unseen = () => (differs ? { ...base, state: 'changed' as const } : notChecked(said('verify_no_picture'), base));
  if (!parts || !box || !whole) return unseen();
  const part = {
    x: box.x - (parts.box.x - parts.part.x),
    y: box.y - (parts.box.y - parts.part.y),
    width: parts.part.width,
    height: parts.part.height,
  };
  const middle = box.x + box.width / 2;
  if (box.y < 0 || box.y + box.height > whole.height || middle < 0 || middle > whole.width) return unseen();
  const picture_key = await keepPart(storage, folder, { pixels: whole, part });
  const with_picture = { ...base, picture_key };
  const kept =
    context.screenshot_key === null ? undefined : await storage.read(context.screenshot_key, MAX_IMAGE_BYTES);
  const old = kept && (await decode(kept.bytes, kept.type));
  const isOfWidget =
    old && Math.abs(old.width / old.height - parts.part.width / parts.part.height) < 0.02 * (old.width / old.height);
  if (!old || !isOfWidget || captured.is_drawn_on) {
    if (differs) return { ...with_picture, state: 'changed' };
    return notChecked(said(old && captured.is_drawn_on ? 'verify_drawn_on' : 'verify_no_picture'), with_picture);
  }
  const { inside, outside } = comparePictures(
    { pixels: old, part: { x: 0, y: 0, width: old.width, height: old.height } },
    { pixels: whole, part },
    parts.part,
    { ...parts.box, x: parts.box.x - parts.part.x, y: parts.box.y - parts.part.y },
    note.origin === undefined ? dropIn(parts, captured.anchor) : undefined,
  );
  const result = { ...with_picture, changed_inside: inside ?? null, changed_outside: outside ?? null };
  const isResized = isOther(parts.box.width, box.width) || isOther(parts.box.height, box.height);
  if (differs || isResized || (inside ?? 0) >= CHANGED) return { ...result, state: 'changed' };
  if (mayBeUnseen(note)) return notChecked(said('verify_fix_unseen'), result);
  const isUnchanged = inside !== undefined && inside <= UNCHANGED && words === 'same';
  return isUnchanged ? { ...result, state: 'unchanged' } : notChecked(said('verify_unsure'), result);
};

const look = async (
  { storage, renderPage }: VerifyNeeds,
  { ws, note, site, context }: { ws: string; note: Item; site: Item; context: ContextRow },
): Promise<Result | 'busy'> => {
  const { captured } = context;
  if (captured.anchor.kind === 'page') return notChecked(said('verify_whole_page'));
  if (!isOnSite(site, captured.page.url)) return notChecked(said('verify_other_origin'));
  const folder = objects.annotationFolder(ws, textAt(note, 'site_id'), textAt(note, 'id'));
  const order = orderOf(captured);
  const page = await renderPage(order, {
    tenant: ws,
    pictures: {
      storage,
      wanted: ['whole_page'],
      purpose: { workspace_id: ws, owner: textAt(note, 'id'), kind: 'after' },
      folder,
    },
  });
  if (!page.ok) {
    if (page.reason === 'busy') return 'busy';
    return { state: page.reason === 'no_browser' ? 'not_checked' : 'unreachable', why: page.said };
  }
  if (!isSamePage(order.url, page.url)) return notChecked(said('verify_other_page'));
  const { success, data: candidates } = Candidates.safeParse(page.candidates);
  if (!success) return notChecked(said('verify_too_large'));
  const found = findAgain({ ...captured, title: captured.page.title }, pageParts(candidates), 0);
  if (found.node !== null) {
    const result = await compare(storage, { captured, page, candidates, found }, { folder, context, note });
    return captured.page.has_query && result.state === 'changed' ? notChecked(said('verify_query'), result) : result;
  }
  if (captured.page.has_query) return notChecked(said('verify_query'));
  if (!candidates.is_complete) return notChecked(said('verify_too_large'));
  if (found.is_unclear)
    return notChecked(said(isQuote(captured.anchor) ? 'verify_words_unclear' : 'verify_selector_unclear'));
  return { state: 'element_lost', anchor: 'lost', score: found.score };
};

/** Results that prove a flag wrong. */
const DISPROVED: Readonly<Record<string, (result: Result) => boolean>> = {
  looks_unchanged: ({ state }) => state === 'changed' || state === 'element_lost',
  element_lost: ({ anchor }) => anchor === 'exact' || anchor === 'moved',
};

/** A resolved note whose element looks as before needs a person. */
const flagWrite = ([ws, annotation]: [string, string], note: Item, result: Result): Write => {
  // Clocks differ, and `updated_at` never goes back.
  const touched = touchNote(ws, annotation, Math.max(now(), numberAt(note, 'updated_at')));
  if (result.state === 'unchanged' && note.status === 'resolved') {
    const { update, set } = touched;
    return { update, set: { ...set, flag: 'looks_unchanged' }, when: [...LIVE, ['=', 'status', 'resolved']] };
  }
  return DISPROVED[String(note.flag)]?.(result) ? { ...touched, remove: ['flag'] } : touched;
};

const end = async (table: Table, key: Key, note: Item, { why, ...result }: Result) => {
  const ids = requireIds(keys.verification, key) as [string, string];
  const [ws, annotation_id] = ids;
  const { data: origin } = Origin.safeParse(note.origin);
  if (origin && result.state === 'changed' && note.status === 'resolved') await learnFromFix(table, ws, origin);
  const target = { annotation_id, site_id: note.site_id, state: result.state };
  await table.tryTransact([
    {
      update: key,
      set: {
        ...result,
        checked_at: now(),
        ...(why && { reason: why.text, reason_codes: codesOf([why]) }),
      },
      remove: [...OWED],
      when: [['=', 'job', 'verify-fix']],
    },
    flagWrite(ids, note, result),
    ...(result.state === 'unchanged' && note.status === 'resolved'
      ? [oweMemberEvent(ws, { event: 'verification_failed', annotation_id }, now())]
      : []),
    auditEntry(ws, { kind: 'service' }, 'annotation.verified', target),
  ]);
};

/** Looks at a note's element with the browser, and stores the result. */
export const verifyFix = async (needs: VerifyNeeds, { pk, sk }: Key, receives: number): Promise<void> => {
  const { table } = needs;
  const key = { pk, sk };
  const [ws, annotation] = requireIds(keys.verification, key);
  const [row, note, context, workspace] = await table.getEach(
    [key, keys.annotation(ws, annotation), keys.context(ws, annotation), keys.workspace(ws)],
    { consistent: true },
  );
  if (row?.job !== 'verify-fix' || !note || note.deleted_at !== undefined || !workspace) return;
  const [site] = await table.getEach([keys.site(ws, textAt(note, 'site_id'))]);
  if (!site || site.deleted_at !== undefined) return;
  if (await putOffWhileDeleted(table, workspace, key, 'verify-fix')) return;
  const checked = { ...note, id: annotation };
  if (!(await countVisit(table, ws, row)))
    return end(table, key, checked, notChecked(said('verify_limit', { max: VERIFICATIONS_A_DAY })));
  const { success, data } = ContextRow.safeParse(context);
  if (!success) return end(table, key, checked, notChecked(said('verify_whole_page')));
  const result = await look(needs, { ws, note: checked, site, context: data });
  if (result === 'busy') {
    if (receives < MAX_RECEIVES) throw new Error('The renderer is busy.');
    return end(table, key, checked, notChecked(said('pages_unavailable')));
  }
  // It may have been resolved meanwhile.
  const lately = await table.get(keys.annotation(ws, annotation));
  await end(table, key, { ...(lately ?? note), id: annotation }, result);
};
