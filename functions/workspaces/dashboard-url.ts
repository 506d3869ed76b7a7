import { setting } from '../kit/config.ts';

/** Its reader may have another workspace open. */
export const dashboardUrl = (ws: string, path: string): string => {
  const url = new URL(`/dashboard${path}`, setting('BASE_URL'));
  url.searchParams.set('workspace', ws);
  return url.href;
};
