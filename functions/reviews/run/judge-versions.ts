import { codesOf } from '../../codes/said.ts';
import { keys } from '../../kit/table/keys.ts';
import { isLive } from '../../kit/table/record.ts';
import { askVersions, lettersOf, type SeenContent } from '../ask/ask-versions.ts';
import { type Model, ModelBusy } from '../ask/model/model.ts';
import { marksOf } from '../ask/prompt/marks.ts';
import type { Content } from '../read/content.ts';
import { withoutOrders } from '../read/orders.ts';
import { contentRows, type ReviewIds, type ReviewRow } from '../rows.ts';
import type { Blind, RunRow, Tokens } from '../run-rows.ts';
import { type RunNeeds, readPictures } from './needs.ts';

interface Judging {
  review: Pick<ReviewRow, 'previous_id' | 'runs_total' | 'brief'>;
  run: RunRow;
  seen: SeenContent;
  signal: AbortSignal;
}

/** Of each version: the first view, wide and narrow. */
const MAX_PICTURES = 2;

/** Without orders to reviewers, and with the pictures that are compared. */
const comparable = (content: Content): Content => {
  const cleaned = withoutOrders(content).content;
  return { ...cleaned, pictures: cleaned.pictures.slice(0, MAX_PICTURES) };
};

const seenOf = ({ content, pictures }: SeenContent): SeenContent => {
  const compared = comparable(content);
  const elements = new Set(compared.pictures.map(({ element }) => element));
  return { content: compared, pictures: pictures.filter(({ element }) => elements.has(element)) };
};

const readPrevious = async ({ table, objects }: RunNeeds, ws: string, id: string): Promise<SeenContent | undefined> => {
  const [row, contentRow] = await table.getEach([keys.review(ws, id), keys.reviewContent(ws, id)]);
  if (!isLive(row) || !contentRow) return undefined;
  const content = comparable(contentRows.parse(contentRow).content);
  return { content, pictures: await readPictures(content, objects) };
};

/**
 * A persona's part of comparing a repeated review with the previous one. It was asked already if an attempt before has
 * an answer. Throws only if the store is out of reach.
 */
export const judgeVersions = async (
  needs: RunNeeds & { model: Model },
  { ws, review: id }: ReviewIds,
  { review, run, seen, signal }: Judging,
): Promise<{ blind?: Blind; tokens: Tokens | null }> => {
  if (review.previous_id === undefined || !needs.model.live) return { tokens: null };
  if (run.blind && run.blind.state !== 'failed') return { tokens: null };
  try {
    const previous = await readPrevious(needs, ws, review.previous_id);
    if (!previous) return { tokens: null };
    return await askVersions(needs.model, {
      persona: run.persona,
      previous,
      new: seenOf(seen),
      brief: review.brief,
      letters: lettersOf({ review: id, position: run.position, total: review.runs_total }),
      marks: marksOf(id),
      signal,
    });
  } catch (error) {
    if (!(error instanceof ModelBusy)) throw error;
    const [said] = codesOf([error.said]);
    return { ...(said && { blind: { state: 'failed', error: said } }), tokens: null };
  }
};
