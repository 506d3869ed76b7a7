import { now } from '../kit/clock.ts';
import type { SignedStorage } from '../kit/files/signed-storage.ts';
import type { ExportRow } from './schema.ts';

const LINK_SECONDS = 300;

const download = (row: ExportRow) => {
  const day = new Date(row.created_at).toISOString().slice(0, 10);
  return `attachment; filename="sidenote-export-${day}.tar.gz"`;
};

export const presentExport = async (storage: SignedStorage, row: ExportRow) => {
  const isThere = row.state === 'ready' && Number(row.expires_at) > now();
  return {
    ...row,
    finished_at: row.finished_at ?? null,
    expires_at: row.expires_at ?? null,
    url: isThere && row.object_key ? await storage.presignGet(row.object_key, LINK_SECONDS, download(row)) : null,
  };
};

export const presentLatest = async (storage: SignedStorage, row: ExportRow | undefined) => {
  const isOver = row?.expires_at !== undefined && row.expires_at <= now();
  return { export: row && !isOver ? await presentExport(storage, row) : null };
};
