import { serve } from '../kit/http/serve.ts';
import { loader } from './contract.ts';
import { getLoader, type LoaderContext } from './get-loader.ts';
import { loaderStore } from './store.ts';

export const handler = serve<LoaderContext, typeof loader>(loader, { getLoader }, (table, call) => ({
  ...call,
  loader: loaderStore(table),
}));
