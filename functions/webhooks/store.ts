import { transactOnce } from '../kit/access/idempotency.ts';
import { isVisible } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { conflict, notFound, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { below, LIVE } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import { listRows, mapPage, type PageRequest } from '../kit/table/page.ts';
import { isLive } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { DELAYS, owed } from '../owed/jobs.ts';
import { deliveryKey, newDelivery, newRound } from './delivery.ts';
import type { WebhookEvent } from './event.ts';
import { type DeliveryRow, deliveryRows, MAX_WEBHOOKS, type WebhookRow, webhookRows } from './schema.ts';

export const webhookStore = (table: Table, call: Call) => {
  const ws = call.scope.workspace_id;
  const audited = (action: string, target: Item): Write => auditEntry(ws, call.actor, action, target);
  const isShown = ({ site_id }: WebhookRow) => site_id === null || isVisible(call.scope, site_id);

  const get = async (id: string): Promise<WebhookRow> => {
    const row = await webhookRows.find(table, [ws, id]);
    if (!isLive(row) || !isShown(row)) throw notFound();
    return row;
  };

  const getDelivery = (webhook: string, id: string) => deliveryRows.get(table, [ws, webhook, id]);

  return {
    get,
    getDelivery,

    create: async (row: WebhookRow): Promise<WebhookRow> => {
      const { id: webhook_id, site_id } = row;
      const check: Write[] =
        site_id === null
          ? []
          : [
              {
                check: keys.site(ws, site_id),
                when: LIVE,
                else: () => unprocessable(['body', 'site_id'], 'site_unknown'),
              },
            ];
      const { result, replayed } = await transactOnce(table, call.once, { id: row.id }, [
        ...check,
        {
          update: keys.workspace(ws),
          add: { webhook_count: 1 },
          when: [['absent', 'deleted_at'], below('webhook_count', MAX_WEBHOOKS)],
          else: () => unprocessable(['body'], 'webhook_limit', { max: MAX_WEBHOOKS }, 'too_many'),
        },
        { put: { ...keys.webhook(ws, webhook_id), ...row }, when: [['absent', 'pk']] },
        audited('webhook.create', { webhook_id, site_id, host: new URL(row.url).host }),
      ]);
      return replayed ? get(result.id) : row;
    },

    list: async (asked: PageRequest) => {
      const page = await listRows(table, call, asked, webhookRows, [ws], {
        filter: [['absent', 'deleted_at']],
        newestFirst: true,
        consistent: true,
      });
      return mapPage(page, (row) => (isShown(row) ? row : undefined));
    },

    patch: async (id: string, set: Item, remove: readonly string[]): Promise<void> => {
      const changed = Object.keys(set).filter((name) => name !== 'updated_at');
      const host = typeof set.url === 'string' ? new URL(set.url).host : undefined;
      await table.transact([
        { update: keys.webhook(ws, id), set, remove, when: LIVE, else: notFound },
        audited('webhook.patch', { webhook_id: id, changed, host }),
      ]);
    },

    rotate: async (row: WebhookRow, set: Pick<WebhookRow, 'derivation' | 'former_derivation' | 'updated_at'>) => {
      const { result } = await transactOnce(table, call.once, { version: set.derivation.version }, [
        {
          update: keys.webhook(ws, row.id),
          set,
          when: [...LIVE, ['=', 'derivation.version', row.derivation.version]],
          else: () => conflict('webhook_secret_rotated'),
        },
        audited('webhook.rotate_secret', { webhook_id: row.id }),
      ]);
      return result.version === set.derivation.version ? { ...row, ...set } : get(row.id);
    },

    markDeleted: async (id: string): Promise<void> => {
      const key = keys.webhook(ws, id);
      const set = { deleted_at: call.now, active: false, ...owed('purge', key, call.now) };
      await table.transact([
        { update: key, set, when: LIVE, else: notFound },
        { update: keys.workspace(ws), add: { webhook_count: -1 }, when: [['exists', 'pk']] },
        audited('webhook.delete', { webhook_id: id }),
      ]);
    },

    deliveries: (webhook: string, asked: PageRequest) =>
      listRows(table, call, asked, deliveryRows, [ws, webhook], {
        bound: { webhook },
        newestFirst: true,
        consistent: true,
      }),

    deliver: async (webhook: string, id: string, event: WebhookEvent): Promise<DeliveryRow> => {
      const row = newDelivery({ ws, webhook, id }, event, call.now);
      const { result } = await transactOnce(table, call.once, { id }, [
        { put: row, when: [['absent', 'pk']] },
        { check: keys.webhook(ws, webhook), when: LIVE, else: notFound },
        audited('webhook.test', { webhook_id: webhook }),
      ]);
      return result.id === id ? deliveryRows.parse(row) : getDelivery(webhook, result.id);
    },

    sendAgain: async (webhook: string, row: DeliveryRow): Promise<DeliveryRow> => {
      const { id } = row;
      const set = newRound({ ws, webhook, id }, call.now);
      await transactOnce(table, call.once, { id }, [
        {
          update: deliveryKey({ ws, webhook, id }),
          set,
          remove: [...DELAYS, 'put_off'],
          when: [
            ['exists', 'pk'],
            ['<>', 'state', 'pending'],
          ],
          else: () => conflict('delivery_pending'),
        },
        audited('webhook.send_again', { webhook_id: webhook, delivery_id: id }),
      ]);
      return deliveryRows.parse({ ...row, ...set });
    },
  };
};
