import { isVisible, type Scope } from '../../kit/actor.ts';
import { LIVE, type Test } from '../../kit/table/expression.ts';
import type { Item } from '../../kit/table/table.ts';

/** Whether a `REVIEW` row is there for the caller. One that belongs to no site is for those who see every site. */
export const isReviewVisible = (scope: Scope, row: Item): boolean => {
  if (row.deleted_at !== undefined) return false;
  return row.widget_site_id === null ? scope.sites === 'all' : isVisible(scope, row.widget_site_id);
};

/** What a list shows the caller: the same as a filter on an index. */
export const visibleReviews = ({ sites, deleted_sites }: Scope): Test[] => {
  const standing: Test[] = deleted_sites.size > 0 ? [['not in', 'widget_site_id', [...deleted_sites]]] : [];
  return sites === 'all' ? standing : [...standing, ['in', 'widget_site_id', [...sites]]];
};

/** The condition that a `REVIEW` row stands, is not deleted, and is there for the caller. */
export const isLiveReview = (scope: Scope): Test[] => [...LIVE, ...visibleReviews(scope)];
