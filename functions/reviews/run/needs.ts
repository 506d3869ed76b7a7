import { said } from '../../codes/said.ts';
import type { Table } from '../../kit/table/table.ts';
import { type Model, ModelBusy, type PictureBytes } from '../ask/model/model.ts';
import type { Content } from '../read/content.ts';

const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** Reads a kept object; undefined where it is gone. */
export interface ObjectReader {
  read: (key: string, maxBytes: number) => Promise<{ bytes: Uint8Array } | undefined>;
}

export interface RunNeeds {
  table: Table;
  /** Undefined: the stage has none, and facts answer alone. */
  model: Model | undefined;
  objects: () => ObjectReader;
}

export const readPictures = async ({ pictures }: Content, objects: RunNeeds['objects']): Promise<PictureBytes[]> => {
  if (pictures.length === 0) return [];
  const reader = objects();
  const read = await Promise.all(
    pictures.map(async ({ element, key, type }) => {
      const found = await reader.read(key, MAX_PICTURE_BYTES).catch(() => {
        throw new ModelBusy(said('pictures_unreachable'));
      });
      return found && { element, type, bytes: found.bytes };
    }),
  );
  return read.filter((picture) => picture !== undefined);
};

/** Returns the error if the pictures are out of reach: the step is then put off, as when the model is busy. */
export const tryPictures = (content: Content, objects: RunNeeds['objects']): Promise<PictureBytes[] | ModelBusy> =>
  readPictures(content, objects).catch((error: unknown) => {
    if (error instanceof ModelBusy) return error;
    throw error;
  });
