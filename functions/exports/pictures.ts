import type { ContextRow } from '../annotations/schema.ts';
import type { Storage } from '../kit/storage.ts';
import { type Picture, toPicture } from './render/picture.ts';

export const MOST_PICTURES = 300;
/** A thumbnail has 320 pixels across; a screenshot stands in for one where it is no burden. */
const MOST_THUMBNAIL_BYTES = 500_000;
const MOST_SCREENSHOT_BYTES = 400_000;

type Keys = Pick<ContextRow, 'screenshot_key' | 'thumbnail_key'>;

/** The pictures of one document, counted. */
export class Pictures {
  leftOut = 0;
  unread = 0;
  #shown = 0;
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** The picture of an annotation, or why there is none here; neither where none was taken. */
  async of({ thumbnail_key, screenshot_key }: Keys): Promise<{ picture?: Picture; withoutPicture?: string }> {
    if (!thumbnail_key && !screenshot_key) return {};
    if (this.#shown >= MOST_PICTURES) {
      this.leftOut += 1;
      return { withoutPicture: `Its picture is left out: the document holds ${MOST_PICTURES}.` };
    }
    // Counted before it is read, for many are read at once.
    this.#shown += 1;
    const picture =
      (await this.#read(thumbnail_key, MOST_THUMBNAIL_BYTES)) ??
      (await this.#read(screenshot_key, MOST_SCREENSHOT_BYTES));
    if (picture) return { picture };
    this.#shown -= 1;
    this.unread += 1;
    return { withoutPicture: 'Its picture could not be read.' };
  }

  async #read(key: string | null, most: number): Promise<Picture | undefined> {
    if (!key) return undefined;
    // A document with a picture missing is better than none.
    const found = await this.#storage.read(key, most).catch(() => undefined);
    return found && toPicture(found.bytes, found.type);
  }
}
