import { visibleLine } from '../kit/text/visible.ts';
import { runPersonas } from '../reviews/api/run-personas.ts';
import { bindReviews } from '../reviews/context.ts';
import { reviews } from '../reviews/contract.ts';
import { invokeIn } from './invoke.ts';
import { clip } from './tokens.ts';
import type { ToolAnswer, ToolCall } from './tool.ts';

const NAME_TOKENS = 20;

const invoke = invokeIn(reviews, bindReviews);

/** Names of personas may be a stranger's, copied from the marketplace, so they are fenced. */
export const startPersonas = async (
  call: ToolCall,
  annotation_id: string,
  {
    persona_ids,
    idempotency_key,
  }: { persona_ids?: readonly string[] | undefined; idempotency_key?: string | undefined },
): Promise<ToolAnswer> => {
  const body = persona_ids && { persona_ids };
  const review = await invoke(call, 'runPersonas', runPersonas, { annotation_id }, { body, idempotency_key });
  const { id, status, runs_total, personas, created_at } = review;
  return {
    trusted: {
      review_id: id,
      annotation_id,
      status,
      runs_total,
      personas: personas.map(({ persona_id, slug }, at) => ({ n: at + 1, persona_id, slug })),
      created_at,
      next: `read_annotation {"id":"${annotation_id}","review":true} in a minute, until review_id is ${id} or greater, for ten minutes at most`,
    },
    untrusted: personas.map(({ name }, at) => `${at + 1}. ${clip(visibleLine(name), NAME_TOKENS)}`).join('\n'),
  };
};
