import type { CapturedContext } from '../annotations/context-schema.ts';
import { ContextRow } from '../annotations/rows.ts';
import { now } from '../kit/clock.ts';
import { MAX_IMAGE_BYTES } from '../kit/files/image.ts';
import type { Storage } from '../kit/files/storage.ts';
import { type Key, keys, objects } from '../kit/table/keys.ts';
import { requireIds, textAt } from '../kit/table/record.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { DELAYS, owed } from '../owed/jobs.ts';
import { decode, keepPart } from './cut-picture.ts';
import { cutPlace, placeInPicture } from './place-in-picture.ts';

const KINDS = ['before_key', 'after_key'] as const;

interface Cutting {
  storage: Storage;
  captured: CapturedContext;
  folder: string;
}

const cutOne = async ({ storage, captured, folder }: Cutting, key: unknown): Promise<string | undefined> => {
  const found = typeof key === 'string' ? await storage.read(key, MAX_IMAGE_BYTES) : undefined;
  const pixels = found && (await decode(found.bytes, found.type));
  const place = pixels && placeInPicture(captured, pixels);
  if (!place) return undefined;
  const shown = cutPlace(pixels, place);
  const part = { x: 0, y: 0, width: shown.width, height: shown.height };
  return keepPart(storage, folder, { pixels: shown, part });
};

const cutAll = async (cutting: Cutting, resolutions: readonly Item[]): Promise<Item> => {
  const cuts: Item = {};
  // One picture at a time: each may have 25 megapixels.
  for (const resolution of resolutions)
    for (const kind of KINDS) {
      const key = await cutOne(cutting, resolution[kind]);
      if (key) cuts[String(resolution[kind])] = key;
    }
  return cuts;
};

/** A mail shows the part of a picture that the note is about. It is sent afterwards, with or without parts. */
export const cutMailPictures = async (
  { table, storage }: { table: Table; storage: Storage },
  { pk, sk }: Key,
): Promise<void> => {
  const key = { pk, sk };
  const [ws, annotation] = requireIds(keys.annotationMail, key);
  const mail = await table.get(key);
  if (mail?.job !== 'cut-mail-pictures') return;
  const ids = Array.isArray(mail.resolution_ids) ? mail.resolution_ids.map(String) : [];
  const [context, ...resolutions] = await Promise.all([
    table.get(keys.context(ws, annotation)),
    ...ids.map((id) => table.get(keys.resolution(ws, annotation, id))),
  ]);
  const { data } = ContextRow.safeParse(context);
  const folder = objects.annotationFolder(ws, textAt(mail, 'site_id'), annotation);
  const cuts = data
    ? await cutAll(
        { storage, captured: data.captured, folder },
        resolutions.filter((row) => row !== undefined),
      )
    : {};
  await table.tryTransact([
    {
      update: key,
      set: { cuts, ...owed('send-mail', key, now()) },
      remove: DELAYS,
      when: [['=', 'job', 'cut-mail-pictures']],
    },
  ]);
};
