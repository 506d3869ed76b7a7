import type { Scope } from '../kit/actor.ts';
import type { SiteRow, StakeholderRow } from './schema.ts';
import { stakeholderToken } from './stakeholder-token.ts';

/** A stakeholder on the wire; GUESTs get neither token nor link. */
export const presentStakeholder = (
  row: StakeholderRow,
  site: Pick<SiteRow, 'url'>,
  scope: Scope,
  showsToken: boolean,
) => {
  if (!showsToken) return row;
  const token = stakeholderToken(scope.workspace_id, row);
  const link = new URL(site.url);
  link.searchParams.set('sidenote', token);
  return { ...row, token, link: link.href };
};
