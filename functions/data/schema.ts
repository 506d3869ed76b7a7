import * as z from 'zod';
import { Id, Time } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';

export const EXPORT_STATES = ['queued', 'running', 'ready', 'failed'] as const;

/** One per person and one per workspace, replaced by the next. */
export const ExportRow = z.object({
  id: z.string(),
  state: z.enum(EXPORT_STATES),
  records: z.number().default(0),
  files: z.number().default(0),
  bytes: z.number().default(0),
  requested_by: z.string(),
  created_at: z.number(),
  finished_at: z.number().optional(),
  expires_at: z.number().optional(),
  object_key: z.string().optional(),
});
export type ExportRow = z.infer<typeof ExportRow>;
export const personExportRows = rowsAs(keys.personExport, () => ExportRow);
export const workspaceExportRows = rowsAs(keys.workspaceExport, () => ExportRow);

export const DataExport = z.object({
  id: Id,
  state: z
    .enum(EXPORT_STATES)
    .meta({ description: '`failed` also if exported data was erased in the meantime: request a new export' }),
  records: z.number().int().meta({ description: 'Records written so far' }),
  files: z.number().int().meta({ description: 'Files written so far' }),
  bytes: z.number().int().meta({ description: 'Size of the archive so far' }),
  created_at: Time,
  finished_at: Time.nullable(),
  expires_at: Time.nullable().meta({ description: 'When the archive is deleted' }),
  url: z
    .string()
    .nullable()
    .meta({ description: 'Download URL of the archive (.tar.gz), valid for 5 minutes; null until ready' }),
});

export const LatestExport = z.object({ export: DataExport.nullable() });
