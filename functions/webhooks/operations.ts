import { actorIdOf } from '../kit/audit/audit-log.ts';
import { conflict } from '../kit/errors.ts';
import { given } from '../kit/given.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { firstDerivation } from '../kit/secrets.ts';
import { currentKeyId } from '../kit/server-keys.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';
import type { webhooks } from './contract.ts';
import { TEST, webhookEvent } from './event.ts';
import type { DeliveryRow, WebhookRow } from './schema.ts';
import { FORMER_SECRET_MS, liveFormer, webhookSecret } from './secrets.ts';
import { webhookStore } from './store.ts';

export const bindWebhooks = (table: Table, call: Call) => ({ ...call, webhooks: webhookStore(table, call) });

type Context = ReturnType<typeof bindWebhooks>;
type Webhooks = Operations<Context, typeof webhooks>;

const present = (row: WebhookRow) => ({ ...row, switched_off: row.switched_off ?? null });

const presentDelivery = ({ reason, ...row }: DeliveryRow) => ({
  ...row,
  reason: reason?.text ?? null,
  reason_codes: reason ? [{ code: reason.code, ...(reason.values && { values: reason.values }) }] : [],
});

const presentSecrets = ({ scope, now }: Context, row: WebhookRow) => {
  const secretOf = (derivation: WebhookRow['derivation']) => webhookSecret(scope.workspace_id, row.id, derivation);
  const former = liveFormer(row, now);
  return {
    secret: secretOf(row.derivation),
    former: former ? { secret: secretOf(former), until: former.until } : null,
  };
};

export const createWebhook: Webhooks['createWebhook'] = async (ctx, { body }) =>
  present(
    await ctx.webhooks.create({
      id: newId(),
      ...body,
      derivation: firstDerivation(),
      created_by: actorIdOf(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  );

export const listWebhooks: Webhooks['listWebhooks'] = async (ctx, { query }) =>
  mapPage(await ctx.webhooks.list(query), present);

export const patchWebhook: Webhooks['patchWebhook'] = async (ctx, { webhook_id, body }) => {
  const { switched_off, ...row } = await ctx.webhooks.get(webhook_id);
  const set = { ...given(body), updated_at: ctx.now };
  const isSwitchedOn = set.active === true && !row.active;
  const isMoved = set.url !== undefined && set.url !== row.url;
  await ctx.webhooks.patch(webhook_id, set, [
    ...(isSwitchedOn ? ['switched_off'] : []),
    ...(isSwitchedOn || isMoved ? ['bad_days', 'bad_day'] : []),
    ...(isMoved ? ['quick_until', 'slow_until'] : []),
  ]);
  return present({ ...row, ...set, ...(!isSwitchedOn && switched_off && { switched_off }) });
};

export const deleteWebhook: Webhooks['deleteWebhook'] = async (ctx, { webhook_id }) => {
  await ctx.webhooks.get(webhook_id);
  await ctx.webhooks.markDeleted(webhook_id);
  return { id: webhook_id, deleted: true };
};

export const getWebhookSecrets: Webhooks['getWebhookSecrets'] = async (ctx, { webhook_id }) =>
  presentSecrets(ctx, await ctx.webhooks.get(webhook_id));

export const rotateWebhookSecret: Webhooks['rotateWebhookSecret'] = async (ctx, { webhook_id }) => {
  const row = await ctx.webhooks.get(webhook_id);
  const rotated = await ctx.webhooks.rotate(row, {
    derivation: { key_id: currentKeyId(), version: row.derivation.version + 1 },
    former_derivation: { ...row.derivation, until: ctx.now + FORMER_SECRET_MS },
    updated_at: ctx.now,
  });
  return presentSecrets(ctx, rotated);
};

export const testWebhook: Webhooks['testWebhook'] = async (ctx, { webhook_id }) => {
  await ctx.webhooks.get(webhook_id);
  const event = webhookEvent(TEST, ctx.now, { workspace_id: ctx.scope.workspace_id, webhook_id });
  return presentDelivery(await ctx.webhooks.deliver(webhook_id, newId(), event));
};

export const listWebhookDeliveries: Webhooks['listWebhookDeliveries'] = async (ctx, { webhook_id, query }) => {
  const [, page] = await Promise.all([ctx.webhooks.get(webhook_id), ctx.webhooks.deliveries(webhook_id, query)]);
  return mapPage(page, presentDelivery);
};

export const sendWebhookAgain: Webhooks['sendWebhookAgain'] = async (ctx, { webhook_id, delivery_id }) => {
  const [webhook, delivery] = await Promise.all([
    ctx.webhooks.get(webhook_id),
    ctx.webhooks.getDelivery(webhook_id, delivery_id),
  ]);
  if (!webhook.active && delivery.event_type !== TEST) throw conflict('webhook_inactive');
  return presentDelivery(await ctx.webhooks.sendAgain(webhook_id, delivery));
};
