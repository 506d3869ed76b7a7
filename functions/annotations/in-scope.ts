import type { Scope } from '../kit/actor.ts';
import { LIVE, type Test } from '../kit/table/expression.ts';

export const isLiveInScope = ({ sites, deleted_sites }: Scope): Test[] => [
  ...LIVE,
  ...(deleted_sites.size > 0 ? [['not in', 'site_id', [...deleted_sites]] as const] : []),
  ...(sites === 'all' ? [] : [['in', 'site_id', [...sites]] as const]),
];
