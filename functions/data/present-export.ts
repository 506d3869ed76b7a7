import { now } from '../kit/clock.ts';
import type { Storage } from '../kit/files/storage.ts';
import type { ExportRow } from './schema.ts';

const LINK_SECONDS = 300;

const download = (row: ExportRow) => {
  const day = new Date(row.created_at).toISOString().slice(0, 10);
  return `attachment; filename="sidenote-export-${day}.tar.gz"`;
};

/** An export as its owner sees it. */
export const presentExport = async (storage: Storage, row: ExportRow) => {
  const isThere = row.state === 'ready' && row.object_key !== undefined && Number(row.expires_at) > now();
  return {
    ...row,
    finished_at: row.finished_at ?? null,
    expires_at: row.expires_at ?? null,
    url: isThere ? await storage.presignGet(String(row.object_key), LINK_SECONDS, download(row)) : null,
  };
};

/** The latest one; null if there is none, or it has expired. */
export const presentLatest = async (storage: Storage, row: ExportRow | undefined) => {
  const isOver = row?.expires_at !== undefined && row.expires_at <= now();
  return { export: row && !isOver ? await presentExport(storage, row) : null };
};
