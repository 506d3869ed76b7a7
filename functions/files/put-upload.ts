import type { OperationOf } from '../kit/contract/contract.ts';
import { notFound } from '../kit/errors.ts';
import type { SignedStorage } from '../kit/files/signed-storage.ts';
import type { files } from './contract.ts';
import { readShortUpload } from './short-upload.ts';

/** Signed without a type, since `curl -T` sends none: the bytes tell it. */
export const putUpload =
  (storage: SignedStorage): OperationOf<unknown, typeof files, 'putUpload'> =>
  async (_, { signed }) => {
    const upload = readShortUpload(signed);
    if (!upload) throw notFound();
    const location = await storage.presignPut(upload.key, upload.seconds, upload.size);
    return { status: 307, headers: { location, 'cache-control': 'no-store' }, text: '' };
  };
