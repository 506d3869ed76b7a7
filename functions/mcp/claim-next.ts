import type * as z from 'zod';
import { acknowledgeAnnotation, bindAnnotations } from '../annotations/operations.ts';
import type { AnnotationPage } from '../annotations/schema.ts';
import { Refusal } from '../kit/errors.ts';
import { callOf } from './invoke.ts';
import type { ToolCall } from './tool.ts';

type Page = z.output<typeof AnnotationPage>;
type Claimed = Awaited<ReturnType<typeof acknowledgeAnnotation>>;

const MAX_ATTEMPTS = 10;
const MAX_PAGES = 4;

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
    for (const { id, lease_expires_at } of page.items) {
      if (Number(lease_expires_at ?? 0) > ctx.now) continue;
      if (attempts === MAX_ATTEMPTS) return undefined;
      attempts += 1;
      try {
        return await acknowledgeAnnotation(ctx, { id, agent, isNew: true });
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
    }
    if (page.next_cursor === null || pages === MAX_PAGES) return undefined;
    page = await more(page.next_cursor);
  }
};
