import { notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { OperationWithAudit } from './context.ts';

export const listAnnotationAudit: OperationWithAudit<'listAnnotationAudit'> = async (ctx, { annotation_id, query }) => {
  if (!isId(annotation_id)) throw notFound();
  const [page, row] = await Promise.all([ctx.audit.list(annotation_id, query), ctx.annotations.findRow(annotation_id)]);
  if (!row) throw notFound();
  return page;
};
