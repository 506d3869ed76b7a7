import { newId, timeOfId } from '../../kit/ids.ts';
import type { PersonaRow } from '../../personas/schema.ts';
import type { ReviewsContext } from '../context.ts';
import { type Content, packContent } from '../read/content.ts';
import { sizeOfContent } from '../read/size-of-content.ts';
import type { Input, ReviewRow } from '../rows.ts';
import type { PersonaAsRun, RunRow } from '../run-rows.ts';
import { hasModel } from '../spend/stage-model.ts';
import type { Making } from '../store.ts';
import { newRun } from './new-run.ts';
import { presentReview } from './present-review.ts';
import { type WholeReview, wholeOf } from './review-reader.ts';

export interface NewReview {
  row: ReviewRow;
  runs: RunRow[];
  content: Uint8Array | undefined;
}

type Asked = Pick<
  ReviewRow,
  | 'title'
  | 'input_type'
  | 'source'
  | 'widget_site_id'
  | 'annotation_id'
  | 'url'
  | 'created_by'
  | 'goal'
  | 'audience'
  | 'stage'
  | 'uploads'
  | 'previous_id'
> & { personas: readonly (PersonaRow | PersonaAsRun)[]; content?: Content; input?: Input };

const newReview = async ({ personas, content, input, ...asked }: Asked): Promise<NewReview> => {
  const id = newId();
  // Lists know only the id.
  const now = timeOfId(id);
  const row: ReviewRow = {
    ...asked,
    id,
    status: 'queued',
    runs_total: personas.length,
    runs_done: 0,
    runs_failed: 0,
    error: null,
    facts: content ? await sizeOfContent(content) : null,
    ...(input && { input }),
    ...(!hasModel() && { basis: 'facts' }),
    score: null,
    judge: null,
    ai_live: null,
    created_at: now,
    updated_at: now,
    completed_at: null,
  };
  const runs = personas.map((persona, position) => newRun(id, persona, position, now));
  return { row, runs, content: content && packContent(content) };
};

const presentStarted = async ({ judge, actor }: ReviewsContext, whole: WholeReview) =>
  presentReview(whole, await judge(whole), actor);

type Start<Given> = (ctx: ReviewsContext, given: Given) => ReturnType<typeof startReview>;

/** A repeated call answers as before, although what it names may be gone by now. */
export const unlessStarted =
  <Given>(start: Start<Given>): Start<Given> =>
  async (ctx, given) => {
    try {
      return await start(ctx, given);
    } catch (error) {
      const started = await ctx.reviews.findStarted();
      if (!started) throw error;
      return presentStarted(ctx, started);
    }
  };

/** Once per Idempotency-Key. */
export const startReview = async (ctx: ReviewsContext, asked: Asked, making: Making) => {
  const review = await newReview(asked);
  const { row, runs } = review;
  const id = await ctx.reviews.create(review, making);
  if (id === row.id) {
    const { workspace_id } = ctx.scope;
    return presentReview(wholeOf(workspace_id, { row, runs }), undefined, ctx.actor);
  }
  return presentStarted(ctx, await ctx.reviews.get(id));
};
