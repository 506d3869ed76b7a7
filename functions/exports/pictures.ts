import type { ContextRow } from '../annotations/rows.ts';
import type { Storage, StoredObject } from '../kit/files/storage.ts';
import { type Picture, toPicture } from './render/picture.ts';

const MAX_PICTURES = 300;
/** Of all together: strangers may send pictures that don't compress. */
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_THUMBNAIL_BYTES = 500_000;
const MAX_SCREENSHOT_BYTES = 400_000;

type Keys = Pick<ContextRow, 'screenshot_key' | 'thumbnail_key'>;

export interface PictureFile {
  file?: StoredObject | undefined;
  withoutPicture?: string;
}

export class Pictures {
  leftOut = 0;
  unread = 0;
  #shown = 0;
  #bytes = 0;
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  get isFull(): boolean {
    return this.#shown >= MAX_PICTURES || this.#bytes > MAX_BYTES;
  }

  async read({ thumbnail_key, screenshot_key }: Keys): Promise<PictureFile | undefined> {
    if (!thumbnail_key && !screenshot_key) return undefined;
    if (this.isFull) return this.leaveOut();
    this.#shown += 1;
    const thumbnail = await this.#get(thumbnail_key, MAX_THUMBNAIL_BYTES);
    return { file: thumbnail ?? (await this.#get(screenshot_key, MAX_SCREENSHOT_BYTES)) };
  }

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

  leaveOut(): PictureFile {
    this.leftOut += 1;
    return { withoutPicture: 'Its picture is left out: the document is too large for all pictures.' };
  }

  async #get(key: string | null, most: number): Promise<StoredObject | undefined> {
    return key ? this.#storage.read(key, most).catch(() => undefined) : undefined;
  }
}
