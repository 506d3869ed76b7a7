import { isInternal } from '../../annotations/is-internal.ts';
import { revisionText } from '../../annotations/revision.ts';
import type { Visitor } from '../../annotations/visitor.ts';
import type { Thread } from '../../annotations/whole-thread.ts';
import { timeText } from '../../reviews/report/in-words.ts';
import { cleanLine } from './clean-text.ts';
import { drawText, type Flow, leading } from './flow.ts';
import { PAGE } from './pdf-document.ts';
import type { Picture } from './picture.ts';
import { plainMarkdown } from './plain-markdown.ts';
import { capitalised, INK, LINK, QUIET, RULE, STATUS_WORDS } from './words.ts';

const WIDTH = PAGE.width - PAGE.left - PAGE.right;
const PICTURE = { width: 156, height: 170, gap: 16 };
const BODY = 10.5;
const SMALL = 8.5;
const THREAD = 9.5;
const INDENT = 12;
const PILL = { width: 64, height: 14, size: 8 };

export interface Note {
  number: number;
  thread: Thread;
  address: string;
  picture?: Picture | undefined;
  withoutPicture?: string | undefined;
  isShortened?: boolean;
}

export const titleOf = ({ number, thread: { row } }: Note): string => `#${number} ${capitalised(cleanLine(row.kind))}`;

export const anchorOf = ({ number }: Note): string => `note-${number}`;

/** A name must not change the direction of what follows it. */
const LTR_MARK = '\u200e';

const nameOf = (name: string): string => {
  const shown = cleanLine(name);
  return shown && shown + LTR_MARK;
};

const IDENTITY_WORDS = { verified: 'Verified visitor', claimed: 'Visitor whose identity is not verified' } as const;

const submitterOf = ({ row, context }: Thread): string => {
  const name = nameOf(context.name);
  const { identity } = row.submitter;
  if (identity) return name ? `${name} (${identity})` : IDENTITY_WORDS[identity];
  if (row.submitter.kind === 'anonymous') return name ? `${name} (anonymous)` : 'Anonymous visitor';
  if (row.submitter.kind === 'persona') return `${name} (persona)`;
  return name ? `${name} (stakeholder)` : 'Stakeholder';
};

const AUTHORS = { owner: 'Team', agent: 'Agent', stakeholder: 'Submitter' } as const;
const ACTORS = { human: 'a person', agent: 'an agent', mcp: 'an agent (MCP)' } as const;

const sized = ({ width, height }: Picture) => {
  const scale = Math.min(PICTURE.width / width, PICTURE.height / height);
  return { width: width * scale, height: height * scale };
};

const head = (flow: Flow, note: Note): void => {
  const { row } = note.thread;
  const { sheet, y } = flow;
  if (y > PAGE.top) sheet.fill({ x: PAGE.left, y: y - 8, width: WIDTH, height: 0.6 }, RULE);
  sheet.marks.push({
    name: anchorOf(note),
    y: y - 12,
    title: `${titleOf(note)}: ${cleanLine(row.excerpt).slice(0, 80)}`,
  });
  const title = { x: PAGE.left, y, width: WIDTH - PILL.width - 20 };
  drawText(flow.book, sheet, titleOf(note), title, { size: 13, ink: INK, isBold: true });
  const status = STATUS_WORDS[row.status];
  const pill = { x: PAGE.left + WIDTH - PILL.width, y: y + 1, width: PILL.width, height: PILL.height };
  sheet.fill(pill, status.ink);
  const inside = { x: pill.x + 4, y: pill.y + 1.4, width: PILL.width - 8 };
  drawText(flow.book, sheet, status.name, inside, { size: PILL.size, ink: '#ffffff', isBold: true }, 'middle');
  flow.gap(leading(13) + 1);
};

const picture = (flow: Flow, { picture: image }: Note): void => {
  if (!image) return;
  const { width, height } = sized(image);
  const place = { x: PAGE.left + WIDTH - width, y: flow.y + 4, width, height };
  flow.sheet.pictures.push({ picture: image, place });
  flow.sheet.frame(place, '#d4d4d8');
  flow.setAside(width + PICTURE.gap, height + 10);
};

const ratingOf = ({ value, scale }: NonNullable<Visitor['rating']>): string => {
  if (scale === 'stars') return `Rating: ${value} of 5`;
  return value > 1 ? 'Thumbs up' : 'Thumbs down';
};

const facts = (flow: Flow, { thread, address }: Note): void => {
  const quiet = { size: SMALL, ink: QUIET };
  flow.write(`${submitterOf(thread)} · ${timeText(thread.row.created_at)}`, { ...quiet, isOurs: true });
  flow.write(cleanLine(thread.context.captured.page.url), { ...quiet, mostLines: 3 });
  const { rating, answers = [] } = thread.context.visitor ?? {};
  if (rating) flow.write(ratingOf(rating), quiet);
  for (const { question, answer } of answers)
    flow.write(`${cleanLine(question)} ${cleanLine(answer)}`, { ...quiet, mostLines: 6 });
  flow.write('Open in Sidenote', { ...quiet, ink: LINK, link: address });
  const names = (thread.context.files ?? []).map(({ name }) => nameOf(name));
  if (names.length > 0) flow.write(`Files: ${names.join(', ')}`, { ...quiet, link: address, mostLines: 3 });
  flow.gap(4);
};

const heading = (flow: Flow, text: string): void => {
  flow.gap(6);
  flow.need(leading(THREAD) + leading(SMALL) + leading(THREAD) * 2);
  flow.write(text, { size: THREAD, ink: INK, isBold: true });
  flow.gap(2);
};

const replies = (flow: Flow, { thread }: Note): void => {
  // News of a resolution that was not mailed is said with the resolution.
  const all = thread.replies.filter((reply) => !isInternal(reply) && reply.resolution_id === undefined);
  if (all.length === 0) return;
  heading(flow, `Thread (${all.length})`);
  for (const { author, author_name, body, created_at } of all) {
    const name = nameOf(author_name);
    const who = author === 'stakeholder' && thread.row.submitter.kind === 'anonymous' ? 'Visitor' : AUTHORS[author];
    const block = { size: SMALL, ink: QUIET, indent: INDENT, bar: '#d4d4d8' };
    flow.need(leading(SMALL) + leading(THREAD));
    flow.write([name ? `${who}: ${name}` : who, timeText(created_at)].join(' · '), {
      ...block,
      isBold: true,
      isOurs: true,
    });
    flow.write(author === 'agent' ? plainMarkdown(body) : body, { ...block, size: THREAD, ink: INK });
    flow.gap(5);
  }
};

const resolutions = (flow: Flow, { thread: { resolutions: all }, address }: Note): void => {
  if (all.length === 0) return;
  heading(flow, all.length === 1 ? 'Resolution' : `Resolutions (${all.length})`);
  for (const resolution of all) {
    const { actor_kind, created_at, explanation, diff_url, pr_url, before_key, after_key } = resolution;
    const block = { size: SMALL, ink: QUIET, indent: INDENT, bar: '#86c49a' };
    flow.need(leading(SMALL) + leading(THREAD));
    flow.write(`By ${ACTORS[actor_kind]} · ${timeText(created_at)}`, { ...block, isBold: true });
    if (explanation) flow.write(plainMarkdown(explanation), { ...block, size: THREAD, ink: INK });
    if (diff_url) flow.write(`Change: ${cleanLine(diff_url)}`, { ...block, ...linkTo(diff_url), mostLines: 3 });
    if (pr_url) flow.write(`Pull request: ${cleanLine(pr_url)}`, { ...block, ...linkTo(pr_url), mostLines: 3 });
    const revision = revisionText(resolution);
    if (revision) flow.write(`Revision: ${cleanLine(revision)}`, { ...block, mostLines: 3 });
    const evidence = [before_key && 'before', after_key && 'after'].filter(Boolean).join(' and ');
    if (evidence) flow.write(`Pictures ${evidence}: open in Sidenote`, { ...block, ink: LINK, link: address });
    flow.gap(5);
  }
};

const CHECKED: Record<NonNullable<Note['thread']['verification']>['state'], string> = {
  checking: 'being looked at',
  changed: 'the element looks different',
  unchanged: 'the element looks the same as before',
  element_lost: 'the element is no longer on the page',
  unreachable: 'the page could not be opened',
  not_checked: 'not checked',
};

const verification = (flow: Flow, { thread: { verification: seen }, address }: Note): void => {
  if (!seen) return;
  heading(flow, 'Check of the fix');
  const block = { size: SMALL, ink: QUIET, indent: INDENT, bar: '#86c49a' };
  const at = seen.checked_at === null ? [] : [timeText(seen.checked_at)];
  flow.write([`Browser: ${CHECKED[seen.state]}`, ...at].join(' · '), { ...block, isBold: true });
  if (seen.reason) flow.write(seen.reason, block);
  if (seen.picture_key) flow.write('Picture after: open in Sidenote', { ...block, ink: LINK, link: address });
  flow.gap(5);
};

/** An address is only text unless it was stored as one. */
const linkTo = (address: string): { link?: string; ink?: string } => {
  const url = URL.parse(address);
  return url?.protocol === 'https:' ? { link: url.href, ink: LINK } : {};
};

/** Its head never stays alone at the end of a page. */
export const writeNote = (flow: Flow, note: Note): void => {
  const { thread, withoutPicture, isShortened } = note;
  const beside = note.picture ? sized(note.picture).height : 0;
  flow.need(leading(13) + Math.max(beside + 10, leading(SMALL) * 3 + leading(BODY) * 3));
  head(flow, note);
  picture(flow, note);
  facts(flow, note);
  flow.write(thread.context.body, { size: BODY, ink: INK });
  if (isShortened) flow.write('Shortened: read the rest, and its thread, in Sidenote.', { size: SMALL, ink: QUIET });
  flow.clear();
  if (withoutPicture) flow.write(withoutPicture, { size: SMALL, ink: QUIET });
  if (thread.row.summary.trim()) {
    const { summary_of: of } = thread.row;
    heading(flow, of ? `Summary when it was ${STATUS_WORDS[of].name.toLowerCase()}` : 'Summary');
    flow.write(thread.row.summary, { size: THREAD, ink: INK, indent: INDENT, bar: '#d4d4d8' });
  }
  replies(flow, note);
  resolutions(flow, note);
  verification(flow, note);
  flow.gap(24);
};
