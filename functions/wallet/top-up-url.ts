import { optionalSetting, setting } from '../kit/config.ts';

/** The page to top up a workspace: the stage's payment page, which passes the id on, otherwise the dashboard. */
export const topUpUrl = (workspace_id: string): string => {
  const page = optionalSetting('TOPUP_URL');
  if (page === undefined) return `${setting('BASE_URL')}/dashboard/wallet?workspace=${workspace_id}`;
  const url = new URL(page);
  url.searchParams.set('client_reference_id', workspace_id);
  return url.href;
};
