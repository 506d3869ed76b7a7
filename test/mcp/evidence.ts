import type { Table } from '../../functions/kit/table/table.ts';
import { auditRows } from '../audit.ts';

/** A white pixel. */
export const png = (): Buffer =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );

/** Who wrote to an annotation, by the audit log. */
export const auditActors = async (table: Table, workspace_id: string, annotation_id: string): Promise<string[]> => {
  const items = await auditRows(workspace_id, table);
  return items
    .filter(({ target }) => (target as { annotation_id?: string }).annotation_id === annotation_id)
    .map(({ actor_id }) => String(actor_id));
};
