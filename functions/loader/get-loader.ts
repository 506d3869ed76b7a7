import { loaderScript } from '../../web/widget/config.ts';
import { setting } from '../kit/config.ts';
import type { OperationOf } from '../kit/contract/contract.ts';
import { notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { siteSecrets } from '../sites/secrets.ts';
import type { loader } from './contract.ts';
import type { loaderStore } from './store.ts';
import { widgetFiles } from './widget-files.ts';

export type LoaderContext = Call & { loader: ReturnType<typeof loaderStore> };

const headers = (seconds: number) => ({
  'access-control-allow-origin': '*',
  'cache-control': `public, max-age=${seconds}`,
  'cross-origin-resource-policy': 'cross-origin',
});

export const getLoader: OperationOf<LoaderContext, typeof loader, 'getLoader'> = async (ctx, { loader_secret_id }) => {
  const site = await ctx.loader.findSite(loader_secret_id);
  if (!site) {
    throw notFound('loader_unknown', headers(60));
  }
  const { source, assets } = widgetFiles();
  const base = setting('BASE_URL');
  const text = loaderScript(source, {
    token: siteSecrets(site).widget_token,
    base,
    core: `${base}/widget/${assets.core}`,
    capture: `${base}/widget/${assets.capture}`,
  });
  return { headers: headers(300), text };
};
