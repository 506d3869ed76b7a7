import * as z from 'zod';
import { area, beyondSpec, OWNERS_IN_PATH, PUBLIC, SIGNED_IN } from '../kit/contract/contract.ts';
import { Deleted, Id } from '../kit/contract/schema.ts';
import { DataExport, LatestExport } from './schema.ts';

const HTML = 'text/html; charset=utf-8';
const PER_HOUR = [
  { bucket: 'credential', max: 600, per_seconds: 60 },
  { bucket: 'credential', max: 10, per_seconds: 3600 },
] as const;
const PUBLIC_PER_HOUR = [{ bucket: 'ip', max: 30, per_seconds: 3600 }] as const;

export const data = area('data', {
  requestMyExport: beyondSpec('POST /api/me/export', SIGNED_IN, {
    summary: "Export the caller's data",
    limits: PER_HOUR,
    response: DataExport,
    refuses: [409],
  }),
  getMyExport: beyondSpec('GET /api/me/export', SIGNED_IN, {
    summary: "Read the status and download link of the caller's latest export",
    response: LatestExport,
  }),
  deleteMe: beyondSpec('DELETE /api/me', SIGNED_IN, {
    summary: "Permanently delete the caller's account and data",
    response: Deleted.extend({ id: Id }),
    refuses: [409],
  }),
  requestWorkspaceExport: beyondSpec('POST /api/workspaces/{ws_id}/export', OWNERS_IN_PATH, {
    summary: 'Export all records and files of a workspace, without secrets',
    limits: PER_HOUR,
    response: DataExport,
    refuses: [409],
  }),
  getWorkspaceExport: beyondSpec('GET /api/workspaces/{ws_id}/export', OWNERS_IN_PATH, {
    summary: "Read the status and download link of a workspace's latest export",
    response: LatestExport,
  }),
  getDataPage: beyondSpec('GET /api/data/{mailbox}', PUBLIC, {
    summary: 'Show the data stored under an email address',
    produces: HTML,
  }),
  downloadData: beyondSpec('POST /api/data/{mailbox}/export', PUBLIC, {
    summary: 'Download the data stored under an email address, as JSON',
    limits: PUBLIC_PER_HOUR,
    query: z.object({
      after: z.string().max(600).optional().meta({ description: "The previous part's `next`" }),
      part: z.literal('file').optional().meta({
        description: 'The part itself: without it, a browser gets a page that leads to each part if there are several',
      }),
    }),
    produces: 'application/json; charset=utf-8',
  }),
  eraseData: beyondSpec('POST /api/data/{mailbox}/erase', PUBLIC, {
    summary: 'Erase the data stored under an email address',
    limits: PUBLIC_PER_HOUR,
    produces: HTML,
  }),
});
