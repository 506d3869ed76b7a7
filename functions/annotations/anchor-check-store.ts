import { tryTransactOnce } from '../kit/access/idempotency.ts';
import { isVisible } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { DAY, ttlAt } from '../kit/clock.ts';
import { conflict, notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { sha256 } from '../kit/sha256.ts';
import { LIVE, passed } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import { listRows, type PageRequest } from '../kit/table/page.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import { type AnchorCheckRow, anchorCheckRows } from './rows.ts';
import { VERIFICATION_EVERY, verifiedUntil } from './verification.ts';

const KEPT = 90 * DAY;

const nameOf = (page_url: string) => sha256(page_url).slice(0, 32);

export const anchorCheckStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const keyOf = (site: string, page_url: string) => keys.anchorCheck(workspace_id, site, nameOf(page_url));

  return {
    list: (site: string, { page_url, ...asked }: PageRequest & { page_url?: string | undefined }) => {
      const start = page_url === undefined ? '' : nameOf(page_url);
      return listRows(table, call, asked, anchorCheckRows, [workspace_id, site], { start, bound: { site, page_url } });
    },

    /** Refused if the page was looked at within the hour. */
    start: async (site_id: string, page_url: string): Promise<AnchorCheckRow> => {
      if (!isVisible(call.scope, site_id)) throw notFound();
      const key = keyOf(site_id, page_url);
      const row = anchorCheckRows.parse({ site_id, page_url, state: 'checking', requested_at: call.now });
      const writes: Write[] = [
        { check: keys.site(workspace_id, site_id), when: LIVE, else: notFound },
        {
          put: { ...key, ...row, ttl: ttlAt(call.now + KEPT), ...owed('check-anchors', key, call.now) },
          when: [passed('requested_at', call.now - VERIFICATION_EVERY)],
        },
        auditEntry(workspace_id, call.actor, 'site.check_anchors', { site_id }),
      ];
      const { replayed } = await tryTransactOnce(table, call.once, {}, writes);
      if (replayed === false) return row;
      const stored = await anchorCheckRows.find(table, [workspace_id, site_id, nameOf(page_url)]);
      if (replayed && stored) return stored;
      const until = verifiedUntil(stored, call.now);
      if (until === undefined) throw notFound();
      throw conflict('verified_lately', { until: new Date(until).toISOString() });
    },
  };
};
