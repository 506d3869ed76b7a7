import type { Scope } from '../kit/actor.ts';
import { LIVE, type Test } from '../kit/table/expression.ts';

/** The condition that a row with `site_id` exists, is not deleted, and belongs to a site that the caller sees. */
export const isLiveInScope = ({ sites, deleted_sites }: Scope): Test[] => [
  ...LIVE,
  ...(deleted_sites.size > 0 ? [['not in', 'site_id', [...deleted_sites]] as const] : []),
  ...(sites === 'all' ? [] : [['in', 'site_id', [...sites]] as const]),
];
