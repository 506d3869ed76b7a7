import { optionalSetting, setting } from '../kit/config.ts';

/** Where a workspace pays in: the stage's payment page, which hands the id on, or else the dashboard. */
export const topUpUrl = (workspace_id: string): string => {
  const page = optionalSetting('TOPUP_URL');
  if (page === undefined) return `${setting('BASE_URL')}/dashboard/wallet?workspace=${workspace_id}`;
  const url = new URL(page);
  url.searchParams.set('client_reference_id', workspace_id);
  return url.href;
};
