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

/** What people may do with the data held about them, and OWNERs with that of their workspace. */
export const data = area('data', {
  requestMyExport: {
    method: 'POST',
    path: '/api/me/export',
    role: null,
    by: SESSION,
    scope: 'user',
    summary: 'Export what is held about the caller',
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
    summary: "Read the state of the caller's latest export, and where to download it",
    beyond_spec: true,
    response: LatestExport,
  },
  deleteMe: {
    method: 'DELETE',
    path: '/api/me',
    role: null,
    by: SESSION,
    scope: 'user',
    summary: "Delete the caller's account and what is held about them, for good",
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
    summary: 'Export a workspace: every record and file, without secrets',
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
    summary: 'Read the state of the latest export of a workspace, and where to download it',
    beyond_spec: true,
    response: LatestExport,
  },
  getDataPage: {
    method: 'GET',
    path: '/api/data/{mailbox}',
    role: null,
    by: [],
    summary: 'Show what is held about the address that a mail was sent to',
    beyond_spec: true,
    produces: HTML,
  },
  downloadData: {
    method: 'POST',
    path: '/api/data/{mailbox}/export',
    role: null,
    by: [],
    summary: 'Download what is held about the address that a mail was sent to, as JSON',
    beyond_spec: true,
    limits: PUBLIC_PER_HOUR,
    query: z.object({ after: z.string().max(600).optional().meta({ description: '`next` of the part before' }) }),
    produces: 'application/json; charset=utf-8',
  },
  eraseData: {
    method: 'POST',
    path: '/api/data/{mailbox}/erase',
    role: null,
    by: [],
    summary: 'Erase what is held about the address that a mail was sent to',
    beyond_spec: true,
    limits: PUBLIC_PER_HOUR,
    produces: HTML,
  },
});
