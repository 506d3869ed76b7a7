import type { OperationOf } from '../kit/contract/contract.ts';
import { notFound } from '../kit/errors.ts';
import type { Storage } from '../kit/files/storage.ts';
import type { Call } from '../kit/http/serve.ts';
import type { files } from './contract.ts';
import { readSignedFile } from './signed-url.ts';
import type { fileStore } from './store.ts';

const REDIRECT_SECONDS = 300;

export type FilesContext = Call & { files: ReturnType<typeof fileStore> };

export const getFile =
  (storage: Storage): OperationOf<FilesContext, typeof files, 'getFile'> =>
  async (ctx, { signed }) => {
    const key = readSignedFile(signed);
    if (!key || !(await ctx.files.belongsToLiving(key))) throw notFound();
    const location = await storage.presignGet(key, REDIRECT_SECONDS);
    return { status: 302, headers: { location, 'cache-control': 'private, max-age=60' }, text: '' };
  };
