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

/** Outlook for Windows shows no WebP. */
const UNSHOWN = 'image/webp';

const KINDS = ['before_key', 'after_key'] as const;

interface Cutting {
  storage: Storage;
  /** Without it, nothing is cut. */
  captured: CapturedContext | undefined;
  folder: string;
}

const cutOne = async ({ storage, captured, folder }: Cutting, key: unknown): Promise<string | undefined> => {
  const found = typeof key === 'string' ? await storage.read(key, MAX_IMAGE_BYTES) : undefined;
  const pixels = found && (await decode(found.bytes, found.type));
  if (!found || !pixels) return undefined;
  const place = captured && placeInPicture(captured, pixels);
  if (!place && found.type !== UNSHOWN) return undefined;
  const shown = place ? cutPlace(pixels, place) : pixels;
  const part = { x: 0, y: 0, width: shown.width, height: shown.height };
  return keepPart(storage, folder, { pixels: shown, part });
};

const cutAll = async (cutting: Cutting, { captured, screenshot_key }: ContextRow, resolutions: readonly Item[]) => {
  const cuts: Item = {};
  const cut = async (whole: unknown, as: Cutting) => {
    const key = await cutOne(as, whole);
    if (key) cuts[String(whole)] = key;
  };
  // One picture at a time: each may have 25 megapixels.
  for (const resolution of resolutions) for (const kind of KINDS) await cut(resolution[kind], { ...cutting, captured });
  // Shown whole next to the browser's, which has the same part of the page.
  const isSeen = resolutions.some((resolution) => KINDS.every((kind) => resolution[kind] === null));
  if (isSeen) await cut(screenshot_key, cutting);
  return cuts;
};

/**
 * A mail shows the part of a picture that the note is about, and JPEG instead of WebP. It is sent afterwards, with or
 * without parts.
 */
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
        { storage, captured: undefined, folder },
        data,
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
