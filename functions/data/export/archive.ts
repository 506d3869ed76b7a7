import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as newPack } from 'tar-stream';
import type { Entry } from './source.ts';

/** S3 takes no part under 5 MiB but the last. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;

export type PutPart = (bytes: Buffer) => Promise<void>;

/** Gzip streams may follow one another, so another process can continue. At most one part is in memory. */
export const newStretch = (mtime: Date, put: PutPart) => {
  const pack = newPack();
  const gzip = createGzip();
  let waiting: Buffer[] = [];
  let size = 0;
  let isEnding = false;
  let failed: unknown;

  const flush = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    if (bytes.length > 0) await put(bytes);
  };
  const feed = async () => {
    for await (const chunk of pack) if (!gzip.write(chunk)) await once(gzip, 'drain');
    gzip.end();
  };
  const drain = async () => {
    for await (const chunk of gzip as AsyncIterable<Buffer>) {
      waiting.push(chunk);
      size += chunk.length;
      // A stretch ends as one part, so that none is too small.
      if (size >= PART_BYTES && !isEnding) await flush();
    }
  };
  const done = Promise.all([feed(), drain()]).catch((error: unknown) => {
    failed = error;
    pack.destroy(error instanceof Error ? error : undefined);
    gzip.destroy();
  });

  const end = async () => {
    await done;
    if (failed !== undefined) throw failed;
    await flush();
  };

  return {
    waiting: () => size,

    add: async (entry: Entry): Promise<boolean> => {
      const body = await entry.open();
      if (body === undefined) return false;
      const header = { name: entry.name, size: entry.size, mtime };
      const written = Buffer.isBuffer(body)
        ? new Promise<void>((resolve, reject) => {
            pack.entry(header, body, (error) => (error ? reject(error) : resolve()));
          })
        : pipeline(body, pack.entry(header));
      await Promise.race([written, done]);
      if (failed !== undefined) throw failed;
      return true;
    },

    pause: async () => {
      isEnding = true;
      pack.push(null);
      await end();
    },

    close: async () => {
      pack.finalize();
      await end();
    },
  };
};
