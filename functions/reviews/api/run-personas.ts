import { allOrFirstError } from '../../kit/all-settled.ts';
import { actorIdOf } from '../../kit/audit/audit-log.ts';
import type { Reviews, ReviewsContext } from '../context.ts';
import { annotationContent } from '../read/annotation-content.ts';
import { choosePanel } from './choose-panel.ts';
import { startReview, unlessStarted } from './new-review.ts';
import { purposeOf } from './site-purpose.ts';

const MAX_EXCERPT = 80;

const titleOf = (excerpt: string): string => {
  const line = excerpt.replace(/\s+/g, ' ').trim();
  const isLong = line.length > MAX_EXCERPT;
  return `Note: ${isLong ? `${line.slice(0, MAX_EXCERPT).toWellFormed()}…` : line}`;
};

const findNote = async ({ annotations, reviews }: ReviewsContext, id: string) => {
  const thread = await annotations.thread(id);
  return { thread, site: await reviews.findSite(thread.row.site_id) };
};

export const runPersonas: Reviews['runPersonas'] = unlessStarted(async (ctx, { annotation_id, body }) => {
  const [{ thread, site }, personas] = await allOrFirstError([
    findNote(ctx, annotation_id),
    choosePanel(ctx, body?.persona_ids, 'site'),
  ]);
  const content = annotationContent(thread);
  const asked = {
    title: titleOf(thread.row.excerpt),
    input_type: 'site',
    source: 'widget_annotation',
    widget_site_id: thread.row.site_id,
    annotation_id,
    url: content.url,
    created_by: actorIdOf(ctx.actor),
    personas,
    content,
    ...purposeOf({}, site?.purpose),
  } as const;
  return startReview(ctx, asked, { action: 'annotation.run_personas', target: { annotation_id } });
});
