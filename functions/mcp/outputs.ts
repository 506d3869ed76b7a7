import * as z from 'zod';

const text = z.string();
const count = z.number();

/** The values that an agent goes on with; further trusted ones may come with them. */
const answer = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape);

const Change = { id: text, status: text };

export const OUTPUTS = {
  list_annotations: answer({
    items: z.array(answer({ n: count, id: text, status: text })).optional(),
    next_cursor: text.nullable().optional(),
  }),
  read_annotation: answer({
    id: text.optional(),
    status: text.optional(),
    unattended_edits: answer({ allowed: z.boolean(), reason: text }).optional(),
    next: text.optional(),
    review_id: text.optional(),
  }),
  acknowledge: answer({ id: text, lease_expires_at: text.optional() }),
  reply: answer({ id: text, annotation_id: text }),
  resolve: answer({ ...Change, resolution: answer({ id: text }).optional() }),
  patch_annotation: answer(Change),
  get_resolution_upload_url: answer({
    url: text,
    short_url: text,
    headers: answer({}),
    key: text,
  }),
  attach_resolution: answer({ id: text, annotation_id: text }),
  list_resolutions: answer({ items: z.array(answer({ n: count, id: text })) }),
  run_personas: answer({ review_id: text, status: text, next: text }),
};
