import type { ContextRow } from '../annotations/rows.ts';
import type { Storage, StoredObject } from '../kit/files/storage.ts';
import { type Picture, toPicture } from './render/picture.ts';

export const MOST_PICTURES = 300;
/** Of all together: a stranger may send pictures that nothing packs. */
const MOST_BYTES = 24 * 1024 * 1024;
/** A thumbnail has 320 pixels across; a screenshot stands in for one where it is no burden. */
const MOST_THUMBNAIL_BYTES = 500_000;
const MOST_SCREENSHOT_BYTES = 400_000;

type Keys = Pick<ContextRow, 'screenshot_key' | 'thumbnail_key'>;

/** The picture of an annotation, or why it couldn't be read. */
export interface PictureFile {
  file?: StoredObject | undefined;
  withoutPicture?: string;
}

/** The pictures of one document, counted. */
export class Pictures {
  leftOut = 0;
  unread = 0;
  #shown = 0;
  #bytes = 0;
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Reads ahead; undefined where no picture was taken. */
  async read({ thumbnail_key, screenshot_key }: Keys): Promise<PictureFile | undefined> {
    if (!thumbnail_key && !screenshot_key) return undefined;
    if (this.#shown >= MOST_PICTURES || this.#bytes > MOST_BYTES) return this.#leaveOut();
    // Counted before it is read, for many are read at once.
    this.#shown += 1;
    const thumbnail = await this.#get(thumbnail_key, MOST_THUMBNAIL_BYTES);
    return { file: thumbnail ?? (await this.#get(screenshot_key, MOST_SCREENSHOT_BYTES)) };
  }

  /** The picture as the document shows it, or why there is none. */
  async show(read: PictureFile | undefined): Promise<{ picture?: Picture; withoutPicture?: string }> {
    if (!read) return {};
    if (read.withoutPicture !== undefined) return { withoutPicture: read.withoutPicture };
    const picture = read.file && (await toPicture(read.file.bytes, read.file.type));
    if (picture) {
      this.#bytes += picture.pixels.length;
      return { picture };
    }
    this.#shown -= 1;
    this.unread += 1;
    return { withoutPicture: 'Its picture could not be read.' };
  }

  #leaveOut() {
    this.leftOut += 1;
    return { withoutPicture: 'Its picture is left out: the document has as many as it holds.' };
  }

  async #get(key: string | null, most: number): Promise<StoredObject | undefined> {
    // A document with a picture missing is better than none.
    return key ? this.#storage.read(key, most).catch(() => undefined) : undefined;
  }
}
