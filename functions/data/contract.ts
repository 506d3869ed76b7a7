import * as z from 'zod';
import { area } from '../kit/contract/contract.ts';
import { Deleted, Id } from '../kit/contract/schema.ts';
import { DataExport, LatestExport } from './schema.ts';

const SESSION = ['session'] as const;
const HTML = 'text/html; charset=utf-8';
const PER_HOUR = [
  { bucket: 'credential', max: 600, per_seconds: 60 },
  { bucket: 'credential', max: 10, per_seconds: 3600 },
] as const;
const PUBLIC_PER_HOUR = [{ bucket: 'ip', max: 30, per_seconds: 3600 }] as const;

/** Access to data: people to the data held about them, OWNERs to their workspace's. */
export const data = area('data', {
  requestMyExport: {
    method: 'POST',
    path: '/api/me/export',
    role: null,
    by: SESSION,
    scope: 'user',
    summary: "Export the caller's data",
    beyond_spec: true,
    limits: PER_HOUR,
    response: DataExport,
    refuses: [409],
  },
  getMyExport: {
    method: 'GET',
    path: '/api/me/export',
    role: null,
    by: SESSION,
    scope: 'user',
    summary: "Read the status and download link of the caller's latest export",
    beyond_spec: true,
    response: LatestExport,
  },
  deleteMe: {
    method: 'DELETE',
    path: '/api/me',
    role: null,
    by: SESSION,
    scope: 'user',
    summary: "Permanently delete the caller's account and data",
    beyond_spec: true,
    response: Deleted.extend({ id: Id }),
    refuses: [409],
  },
  requestWorkspaceExport: {
    method: 'POST',
    path: '/api/workspaces/{ws_id}/export',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: 'Export all records and files of a workspace, without secrets',
    beyond_spec: true,
    limits: PER_HOUR,
    response: DataExport,
    refuses: [409],
  },
  getWorkspaceExport: {
    method: 'GET',
    path: '/api/workspaces/{ws_id}/export',
    role: 'OWNER',
    by: SESSION,
    scope: 'path',
    summary: "Read the status and download link of a workspace's latest export",
    beyond_spec: true,
    response: LatestExport,
  },
  getDataPage: {
    method: 'GET',
    path: '/api/data/{mailbox}',
    role: null,
    by: [],
    summary: 'Show the data stored under an email address',
    beyond_spec: true,
    produces: HTML,
  },
  downloadData: {
    method: 'POST',
    path: '/api/data/{mailbox}/export',
    role: null,
    by: [],
    summary: 'Download the data stored under an email address, as JSON',
    beyond_spec: true,
    limits: PUBLIC_PER_HOUR,
    query: z.object({ after: z.string().max(600).optional().meta({ description: "The previous part's `next`" }) }),
    produces: 'application/json; charset=utf-8',
  },
  eraseData: {
    method: 'POST',
    path: '/api/data/{mailbox}/erase',
    role: null,
    by: [],
    summary: 'Erase the data stored under an email address',
    beyond_spec: true,
    limits: PUBLIC_PER_HOUR,
    produces: HTML,
  },
});
