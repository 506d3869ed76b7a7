import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { launcherOf, loaderScript, placeOf } from '../../web/widget/config.ts';
import { DAY } from '../kit/clock.ts';
import { optionalSetting, setting } from '../kit/config.ts';
import { notFound } from '../kit/errors.ts';
import { isServerKey } from '../kit/server-keys.ts';
import { siteSecrets } from '../sites/secrets.ts';
import { anonymousSettings } from '../widget/settings.ts';
import type { Loader } from './operations.ts';

const file = z.string();
const Manifest = z.object({ assets: z.object({ core: file, inspect: file, capture: file }) });

let read: { folder: string; source: string; assets: z.infer<typeof Manifest>['assets'] } | undefined;

const widgetFiles = () => {
  const folder = optionalSetting('WIDGET_FOLDER') ?? import.meta.dirname;
  if (read?.folder === folder) return read;
  const { assets } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  read = { folder, assets, source: readFileSync(join(folder, 'loader.js'), 'utf8') };
  return read;
};

const headers = (seconds: number) => ({
  'access-control-allow-origin': '*',
  'cache-control': `public, max-age=${seconds}`,
  'cross-origin-resource-policy': 'cross-origin',
});

export const getLoader: Loader['getLoader'] = async (ctx, { loader_secret_id }) => {
  const [found, seen_at] = await Promise.all([ctx.findSite(loader_secret_id), ctx.lastSeen(loader_secret_id)]);
  if (!found || !isServerKey(found.site.derivations.widget.key_id)) throw notFound('loader_unknown', headers(60));
  const { site, workspace } = found;
  const { source, assets } = widgetFiles();
  const base = setting('BASE_URL');
  const token = siteSecrets(site).widget_token;
  const text = loaderScript(source, {
    token,
    base,
    ...launcherOf(site.widget),
    core: `${base}/widget/${assets.core}`,
    inspect: `${base}/widget/${assets.inspect}`,
    capture: `${base}/widget/${assets.capture}`,
    settings: anonymousSettings(site, workspace),
    places: site.allowed_origins.map((origin) => placeOf(token, origin)),
    ...(seen_at < ctx.now - DAY && { seen: `${base}/w/${loader_secret_id}/seen` }),
  });
  return { headers: headers(300), text };
};
