import jpeg from 'jpeg-js';
import { type ContextRow, contextRows } from '../annotations/rows.ts';
import { decodePicture } from '../exports/render/picture.ts';
import type { Pixels } from '../kit/files/decode-png.ts';
import { imageFault, isImageType, MAX_IMAGE_BYTES } from '../kit/files/image.ts';
import type { Storage } from '../kit/files/storage.ts';
import { LIVE } from '../kit/table/expression.ts';
import { type Key, keys, objects } from '../kit/table/keys.ts';
import { requireIds, textAt } from '../kit/table/record.ts';
import type { Table } from '../kit/table/table.ts';
import { OWED } from '../owed/jobs.ts';
import { putOffWhileDeleted } from '../owed/put-off.ts';
import { cropOf, type View } from './compare-pictures.ts';
import { partsOf } from './parts.ts';

export const decode = async (bytes: Buffer, type: string): Promise<Pixels | undefined> => {
  if (!isImageType(type) || imageFault(bytes, type) !== undefined) return undefined;
  return decodePicture(bytes, type).catch(() => undefined);
};

/** Keeps a part of a picture as a file of a note, under its hash. */
export const keepPart = async (storage: Storage, folder: string, view: View): Promise<string> => {
  const shown = cropOf(view);
  const { data } = jpeg.encode({ ...shown, data: Buffer.from(shown.data) }, 85);
  return storage.keepByHash(folder, data, 'jpg', 'image/jpeg');
};

const cut = async (storage: Storage, { captured, cut_from }: ContextRow, folder: string) => {
  const found = cut_from ? await storage.read(cut_from, MAX_IMAGE_BYTES) : undefined;
  const pixels = found && (await decode(found.bytes, found.type));
  const parts = partsOf(captured, pixels?.width);
  if (!parts || !pixels) return undefined;
  const { x, y } = captured.environment?.scroll ?? { x: 0, y: 0 };
  const part = { ...parts.part, x: parts.part.x + x, y: parts.part.y + y };
  return part.x < pixels.width && part.y < pixels.height ? keepPart(storage, folder, { pixels, part }) : undefined;
};

/** Gives a note that was made from a finding its part of the page's picture. Safe to repeat. */
export const cutPicture = async (
  { table, storage }: { table: Table; storage: Storage },
  { pk, sk }: Key,
): Promise<void> => {
  const key = { pk, sk };
  const [ws, annotation] = requireIds(keys.context, key);
  const noteKey = keys.annotation(ws, annotation);
  const [row, note, workspace] = await table.getEach([key, noteKey, keys.workspace(ws)], { consistent: true });
  if (row?.job !== 'cut-picture' || !note || note.deleted_at !== undefined || !workspace) return;
  if (await putOffWhileDeleted(table, workspace, key, 'cut-picture')) return;
  const folder = objects.annotationFolder(ws, textAt(note, 'site_id'), annotation);
  const screenshot_key = await cut(storage, contextRows.parse(row), folder);
  await table.tryTransact([
    {
      update: key,
      ...(screenshot_key && { set: { screenshot_key } }),
      remove: [...OWED, 'cut_from'],
      when: [['=', 'job', 'cut-picture']],
    },
    screenshot_key ? { update: noteKey, set: { has_screenshot: true }, when: LIVE } : { check: noteKey, when: LIVE },
  ]);
};
