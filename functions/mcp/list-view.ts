import type * as z from 'zod';
import { isLeased } from '../annotations/lease.ts';
import type { AnnotationList } from '../annotations/schema.ts';
import { visibleLine } from '../kit/text/visible.ts';
import { fence } from './fence.ts';
import { clip, estimateTokens } from './tokens.ts';
import type { ToolAnswer } from './tool.ts';

type Page = z.output<typeof AnnotationList>;

/** With the strangers' text. */
const MAX_ITEM_TOKENS = 149;
const MAX_LIST_TOKENS = 24_900;
/** Between two items, and where a line is cut. */
const SEPARATORS = estimateTokens('"},{"…\n');
const TEXT_TOKENS = 38;
const PAGE_TOKENS = 16;
const MIN_PAGE_TOKENS = 3;
const ELEMENT_TOKENS = 12;

const pageOf = (address: string): string => {
  if (!URL.canParse(address)) return address;
  const { host, pathname } = new URL(address);
  return host + pathname;
};

export const listView = ({ items, next_cursor, quarantined_count, search }: Page, now: number): ToolAnswer => {
  const rest = {
    next_cursor,
    ...(quarantined_count && { quarantined_count }),
    ...(search?.back_to && { searched_back_to: search.back_to }),
    ...(search?.has_older_notes && { may_miss_older_notes: true }),
  };
  const around = estimateTokens(JSON.stringify({ items: [], ...rest })) + estimateTokens(fence(''));
  const share = Math.min(MAX_ITEM_TOKENS, Math.floor((MAX_LIST_TOKENS - around) / items.length)) - SEPARATORS;
  const rows = items.map((item, at) => {
    const isHeld = isLeased(item, now);
    const row = {
      n: at + 1,
      id: item.id,
      status: item.status,
      kind: item.kind,
      auto_fix: item.auto_fix,
      has_screenshot: item.has_screenshot,
      created_at: item.created_at,
      ...(item.waiting_for && { waiting_for: item.waiting_for }),
      ...(item.approval_state && { approval: item.approval_state }),
      ...(item.risks.length > 0 && { risky: true }),
      ...(item.priority !== 'none' && { priority: item.priority }),
      ...(item.assignee_id && { assigned: true }),
      ...(isHeld && { held_until: item.lease_expires_at }),
    };
    const reachable = { ...row, has_email: item.submitter.has_email };
    // The fullest rows of the longest lists have no room for it; a read says it, too.
    return estimateTokens(JSON.stringify(reachable)) < share ? reachable : row;
  });
  const lines = items.map(({ page_url, element, excerpt, summary, summary_of }, at) => {
    const outcome = summary_of ? '' : visibleLine(summary);
    const free = share - estimateTokens(JSON.stringify(rows[at]));
    const start = `${at + 1}. ${clip(visibleLine(pageOf(page_url)), Math.max(MIN_PAGE_TOKENS, Math.min(PAGE_TOKENS, free)))}`;
    const on = element ? ` ${clip(visibleLine(element), ELEMENT_TOKENS)}` : '';
    const left = free - estimateTokens(start + on);
    const room = Math.min(TEXT_TOKENS, left);
    const said = clip(visibleLine(excerpt), outcome ? room * 0.6 : room);
    const then = outcome ? ` -> ${clip(outcome, room * 0.4)}` : '';
    return clip(`${start}${on} | ${said}${then}`, free);
  });
  const trusted = { items: rows, ...rest };
  return lines.length > 0 ? { trusted, untrusted: lines.join('\n') } : { trusted };
};
