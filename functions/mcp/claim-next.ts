import type * as z from 'zod';
import { isLeased } from '../annotations/lease.ts';
import { acknowledgeAnnotation, bindAnnotations } from '../annotations/operations.ts';
import { PRIORITIES } from '../annotations/rows.ts';
import type { AnnotationList } from '../annotations/schema.ts';
import { Refusal } from '../kit/errors.ts';
import { callOf } from './invoke.ts';
import type { ToolCall } from './tool.ts';

type Page = z.output<typeof AnnotationList>;
type Claimed = Awaited<ReturnType<typeof acknowledgeAnnotation>>;

/** Of agents that ask at once, each loses a race for every note before its own. */
const MAX_ATTEMPTS = 50;
export const MAX_PAGES = 4;
/** After any calendar day. */
const NO_DAY = '9999';

const FIRST = PRIORITIES.toReversed();

export const hasFree = ({ items }: Page, at: number): boolean => items.some((item) => !isLeased(item, at));

/** By priority, then by due date, then by age. */
const inTurn = (items: Page['items']): Page['items'] =>
  items.toSorted(
    (a, b) =>
      FIRST.indexOf(a.priority) - FIRST.indexOf(b.priority) ||
      (a.due_on ?? NO_DAY).localeCompare(b.due_on ?? NO_DAY) ||
      a.id.localeCompare(b.id),
  );

const isTaken = (error: unknown) =>
  error instanceof Refusal && (error.code === 'annotation_claimed' || error.status === 404);

/** The first note that no one holds, or the cursor to go on. Of agents that ask at once each gets another one. */
export const claimNext = async (
  call: ToolCall,
  first: Page,
  more: (cursor: string) => Promise<Page>,
  agent: string | undefined,
): Promise<{ claimed?: Claimed; next_cursor: string | null }> => {
  const ctx = bindAnnotations(call.table, callOf(call, 'acknowledge'));
  let attempts = 0;
  let page = first;
  for (let pages = 1; ; pages += 1) {
    for (const item of inTurn(page.items)) {
      if (isLeased(item, ctx.now)) continue;
      if (attempts === MAX_ATTEMPTS) return { next_cursor: null };
      attempts += 1;
      try {
        return { claimed: await acknowledgeAnnotation(ctx, { id: item.id, agent, isNew: true }), next_cursor: null };
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
    }
    const { next_cursor } = page;
    if (next_cursor === null || pages === MAX_PAGES) return { next_cursor };
    page = await more(next_cursor);
  }
};
