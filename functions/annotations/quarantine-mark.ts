import type { Call } from '../kit/http/serve.ts';
import { keys } from '../kit/table/keys.ts';
import type { Write } from '../kit/table/table.ts';

type Caller = Pick<Call, 'rows' | 'scope'>;

/**
 * Whether a site ever had a quarantined note. It is marked on the workspace's row, which authorization has read, so that lists
 * of all other sites are spared the count.
 */
export const hasQuarantine = ({ rows }: Caller, site: string): boolean => {
  const marked = rows.workspace?.quarantine_sites;
  return marked instanceof Set && marked.has(site);
};

/** Marks the site, in the transaction that quarantines its first note. */
export const markQuarantine = (caller: Caller, site: string): Write[] =>
  hasQuarantine(caller, site)
    ? []
    : [
        {
          update: keys.workspace(caller.scope.workspace_id),
          add: { quarantine_sites: new Set([site]) },
          when: [['exists', 'pk']],
        },
      ];
