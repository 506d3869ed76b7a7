import type * as z from 'zod';
import { acknowledgeAnnotation, bindAnnotations } from '../annotations/operations.ts';
import { PRIORITIES } from '../annotations/rows.ts';
import type { AnnotationPage } from '../annotations/schema.ts';
import { Refusal } from '../kit/errors.ts';
import { callOf } from './invoke.ts';
import type { ToolCall } from './tool.ts';

type Page = z.output<typeof AnnotationPage>;
type Claimed = Awaited<ReturnType<typeof acknowledgeAnnotation>>;

/** Of agents that ask at once, each loses a race for every note before its own. */
const MAX_ATTEMPTS = 50;
const MAX_PAGES = 4;
/** After any calendar day. */
const NO_DAY = '9999';

const FIRST = PRIORITIES.toReversed();

const isFree = ({ lease_expires_at }: Page['items'][number], at: number) => Number(lease_expires_at ?? 0) <= at;

/** Whether a note may be free on this page or the next one. */
export const hasFree = ({ items, next_cursor }: Page, at: number): boolean =>
  next_cursor !== null || items.some((item) => isFree(item, at));

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

/** The first note that no one holds. Of agents that ask at once each gets another one. */
export const claimNext = async (
  call: ToolCall,
  first: Page,
  more: (cursor: string) => Promise<Page>,
  agent: string | undefined,
): Promise<Claimed | undefined> => {
  const ctx = bindAnnotations(call.table, callOf(call, 'acknowledge'));
  let attempts = 0;
  let page = first;
  for (let pages = 1; ; pages += 1) {
    for (const item of inTurn(page.items)) {
      if (!isFree(item, ctx.now)) continue;
      if (attempts === MAX_ATTEMPTS) return undefined;
      attempts += 1;
      try {
        return await acknowledgeAnnotation(ctx, { id: item.id, agent, isNew: true });
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
    }
    if (page.next_cursor === null || pages === MAX_PAGES) return undefined;
    page = await more(page.next_cursor);
  }
};
