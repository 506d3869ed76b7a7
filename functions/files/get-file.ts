import { isSiteDeleted } from '../kit/access/membership.ts';
import type { OperationOf } from '../kit/contract/contract.ts';
import { notFound } from '../kit/errors.ts';
import type { SignedStorage } from '../kit/files/signed-storage.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys, objects } from '../kit/table/keys.ts';
import { isLive } from '../kit/table/record.ts';
import type { Table } from '../kit/table/table.ts';
import type { files } from './contract.ts';
import { readSignedFile } from './signed-url.ts';

const REDIRECT_SECONDS = 300;
const KEPT = /^kept\/([^/]+)\/([^/]+)\/([^/]+)\/[^/]+$/;

/** Callers hold nothing but a signed address. */
export const bindFiles = (table: Table, call: Call) => ({
  ...call,
  belongsToLiving: async (key: string): Promise<boolean> => {
    const [, ws, folder, id] = KEPT.exec(key) ?? [];
    if (!ws || !folder || !id) return false;
    const isOfReview = key.startsWith(objects.reviewFolder(ws, id));
    const [workspace, row] = await Promise.all([
      table.get(keys.workspace(ws)),
      table.get(isOfReview ? keys.review(ws, id) : keys.annotation(ws, id)),
    ]);
    if (!isLive(workspace) || !isLive(row)) return false;
    const site = isOfReview ? row.widget_site_id : row.site_id;
    return !isSiteDeleted(workspace, site) && (isOfReview || site === folder);
  },
});

export const getFile =
  (storage: SignedStorage): OperationOf<ReturnType<typeof bindFiles>, typeof files, 'getFile'> =>
  async (ctx, { signed }) => {
    const key = readSignedFile(signed);
    if (!key || !(await ctx.belongsToLiving(key))) throw notFound();
    const location = await storage.presignGet(key, REDIRECT_SECONDS);
    return { status: 302, headers: { location, 'cache-control': 'private, max-age=60' }, text: '' };
  };
