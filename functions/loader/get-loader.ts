import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { loaderScript } from '../../web/widget/config.ts';
import { optionalSetting, setting } from '../kit/config.ts';
import type { OperationOf } from '../kit/contract/contract.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { readSecret } from '../kit/secrets.ts';
import { isSame, sha256 } from '../kit/server-keys.ts';
import { keys } from '../kit/table/keys.ts';
import { textAt } from '../kit/table/record.ts';
import type { Table } from '../kit/table/table.ts';
import { type SiteRow, siteRows } from '../sites/schema.ts';
import { siteSecrets } from '../sites/secrets.ts';
import type { loader } from './contract.ts';

const Manifest = z.object({ assets: z.object({ core: z.string(), inspect: z.string(), capture: z.string() }) });

let read: { folder: string; source: string; assets: z.infer<typeof Manifest>['assets'] } | undefined;

const widgetFiles = () => {
  const folder = optionalSetting('WIDGET_FOLDER') ?? import.meta.dirname;
  if (read?.folder === folder) return read;
  const { assets } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  read = { folder, assets, source: readFileSync(join(folder, 'loader.js'), 'utf8') };
  return read;
};

export const bindLoader = (table: Table, call: Call) => ({
  ...call,
  findSite: async (loader_secret_id: string): Promise<SiteRow | undefined> => {
    const [ws, id] = readSecret('loader', loader_secret_id) ?? [];
    if (!ws || !id) return undefined;
    const [site, workspace] = await Promise.all([table.get(keys.site(ws, id)), table.get(keys.workspace(ws))]);
    if (!site || !workspace || site.deleted_at !== undefined || workspace.deleted_at !== undefined) return undefined;
    return isSame(textAt(site, 'loader_hash'), sha256(loader_secret_id)) ? siteRows.parse(site) : undefined;
  },
});

const headers = (seconds: number) => ({
  'access-control-allow-origin': '*',
  'cache-control': `public, max-age=${seconds}`,
  'cross-origin-resource-policy': 'cross-origin',
});

type GetLoader = OperationOf<ReturnType<typeof bindLoader>, typeof loader, 'getLoader'>;

export const getLoader: GetLoader = async (ctx, { loader_secret_id }) => {
  const site = await ctx.findSite(loader_secret_id);
  if (!site) throw notFound('loader_unknown', headers(60));
  const { source, assets } = widgetFiles();
  const base = setting('BASE_URL');
  const text = loaderScript(source, {
    token: siteSecrets(site).widget_token,
    base,
    core: `${base}/widget/${assets.core}`,
    inspect: `${base}/widget/${assets.inspect}`,
    capture: `${base}/widget/${assets.capture}`,
  });
  return { headers: headers(300), text };
};
