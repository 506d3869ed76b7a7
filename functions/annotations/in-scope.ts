import type { Scope } from '../kit/authorise.ts';
import type { Test } from '../kit/expression.ts';

/** How many operands DynamoDB takes in one IN. */
const MOST = 100;

const chunks = (sites: ReadonlySet<string>): string[][] => {
  const all = [...sites];
  return Array.from({ length: Math.ceil(all.length / MOST) }, (_, part) => all.slice(part * MOST, (part + 1) * MOST));
};

/** The condition that a row (with `site_id`) stands, is not deleted, and belongs to a site that the caller sees. */
export const isLiveInScope = ({ sites, deleted_sites }: Scope): Test[] => {
  const live: Test[] = [
    ['exists', 'pk'],
    ['absent', 'deleted_at'],
    ...chunks(deleted_sites).map((ids): Test => ['not in', 'site_id', ids]),
  ];
  if (sites === 'all') return live;
  if (sites.size === 0) return [...live, ['in', 'site_id', []]];
  return [...live, ['any', chunks(sites).map((ids) => [['in', 'site_id', ids]])]];
};
