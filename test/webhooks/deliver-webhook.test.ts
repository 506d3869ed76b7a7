import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HOUR, MINUTE, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import type { Item, StoredRow } from '../../functions/kit/table/table.ts';
import { RETRY_AFTER_MS } from '../../functions/webhooks/deliver-webhook.ts';
import { newDelivery } from '../../functions/webhooks/delivery.ts';
import { TEST, type WebhookEvent, webhookEvent } from '../../functions/webhooks/event.ts';
import { noteFailure, noteSuccess } from '../../functions/webhooks/health.ts';
import { switchedOffMail } from '../../functions/webhooks/letters/switched-off-mail.ts';
import { handler } from '../../functions/workers/deliver-webhook.ts';
import { handler as sendMail } from '../../functions/workers/send-mail.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newTeam, newWorkspace, signIn, table, type Workspace } from '../driver.ts';
import { batchOf } from '../workers/messages.ts';
import { newWebhook, pathOf, secretsOf, useTarget, verified } from './target.ts';

const target = useTarget();
const DONE = { batchItemFailures: [] };

let ws: Workspace;
beforeEach(async () => {
  ws = await newWorkspace();
});

/** A delivery that only this test knows: it is in no due index, so the shared stage ignores it. */
const owedDelivery = async (of: Workspace, webhook: string, type: WebhookEvent['type'] = 'annotation.created') => {
  const id = newId();
  const event = webhookEvent(type, now(), { annotation_id: newId() });
  const {
    job: _,
    due_at: __,
    due_pk: ___,
    ...row
  } = newDelivery({ ws: of.id, webhook, id }, event, now()) as Item & ReturnType<typeof newDelivery>;
  const key = keys.webhookDelivery(of.id, webhook, id);
  await table().put(row);
  const job = { job: 'deliver-webhook', ...key };
  return {
    id,
    job,
    /** Work left for the schedule is hidden from the shared stage. */
    deliver: async (times = 1) => {
      const answer = await handler(batchOf(Array(times).fill(job)));
      await table().tryTransact([{ update: key, remove: ['due_pk'], when: [['exists', 'pk']] }]);
      return answer;
    },
    row: async () => (await table().get(key)) as Item,
  };
};

const withDelivery = async (path: string, of = ws) => {
  const webhook = await newWebhook(of, target.url(path));
  return { webhook, delivery: await owedDelivery(of, webhook.id) };
};

const fresh = () => `/${newId()}`;

const readWebhook = async (id: string, of = ws) =>
  (await call('GET', pathOf(of), { as: of.owner })).body.items.find((one: { id: string }) => one.id === id);

const mailsAbout = async (of: Workspace, webhook: string) => {
  const sort = ['begins_with', keys.webhookMail(of.id, webhook, '').sk] as const;
  return (await table().query({ partition: workspacePartition(of.id), sort, consistent: true })).items;
};

describe('a delivery', () => {
  test('is signed as Standard Webhooks says, and its outcome is logged', async () => {
    const path = fresh();
    const { webhook, delivery } = await withDelivery(path);
    expect(await delivery.deliver()).toEqual(DONE);
    const [sent, ...more] = target.at(path);
    expect(more).toEqual([]);
    expect(sent?.headers).toMatchObject({ 'webhook-id': delivery.id, 'content-type': 'application/json' });
    const { secret } = await secretsOf(ws, webhook.id);
    expect(verified(secret, sent!)).toMatchObject({ type: 'annotation.created', data: { version: 1 } });
    expect(() => verified(secret, { ...sent!, body: `${sent?.body} ` })).toThrow('No matching signature');
    const { body } = await call('GET', pathOf(ws, webhook.id, 'deliveries'), { as: ws.owner });
    expect(body.items).toMatchObject([
      { id: delivery.id, state: 'delivered', attempts: 1, http_status: 204, reason: null, next_attempt_at: null },
    ]);
  });

  test('is one request though its message comes 20 times, all at once and one by one', async () => {
    const path = fresh();
    target.behave(path, (response) => response.writeHead(500).end());
    const { delivery } = await withDelivery(path);
    await delivery.deliver(10);
    for (let times = 0; times < 10; times += 1) await delivery.deliver();
    expect(target.at(path)).toHaveLength(1);
    expect(await delivery.row()).toMatchObject({ state: 'pending', attempts: 1 });
  });

  test('is tried eight times within 24 hours with the same id and body, then has failed, and can be sent again', async () => {
    const path = fresh();
    target.behave(path, (response) => response.writeHead(503).end('busy'));
    const { webhook, delivery } = await withDelivery(path);
    await delivery.deliver();
    for (const waitMs of RETRY_AFTER_MS) {
      advance(waitMs - 500);
      await delivery.deliver();
      advance(500);
      await delivery.deliver();
    }
    expect(RETRY_AFTER_MS.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(23 * HOUR);
    const sent = target.at(path);
    expect(sent).toHaveLength(8);
    expect(new Set(sent.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    expect(await delivery.row()).toMatchObject({ state: 'failed', attempts: 8, http_status: 503 });
    expect(await delivery.row()).not.toHaveProperty('due_at');

    target.behave(path, (response) => response.writeHead(200).end());
    const again = pathOf(ws, webhook.id, 'deliveries', delivery.id, 'send-again');
    const asked = await call('POST', again, { as: await ws.member() });
    expect(asked.body).toMatchObject({
      state: 'pending',
      reason_codes: [{ code: 'delivery_status', values: { status: 503 } }],
    });
    await delivery.deliver();
    expect(target.at(path)).toHaveLength(9);
    expect(target.at(path)[8]?.headers['webhook-id']).toBe(delivery.id);
  });

  test('can’t be sent again before it has ended', async () => {
    const { webhook, delivery } = await withDelivery(fresh());
    const again = pathOf(ws, webhook.id, 'deliveries', delivery.id, 'send-again');
    expect((await call('POST', again, { as: ws.owner })).status).toBe(409);
  });

  test('waits for a slot as briefly as a new one if it is sent again', async () => {
    const { webhook, delivery } = await withDelivery(fresh());
    const held = { webhook: webhook.id, delivery_id: newId(), until: now() + MINUTE };
    await table().put({ ...keys.webhookSlots(ws.id), slot_0: held });
    const key = keys.webhookDelivery(ws.id, webhook.id, delivery.id);
    await table().transact([{ update: key, set: { put_off: 6 } }]);
    const setActive = (active: boolean) => call('PATCH', pathOf(ws, webhook.id), { as: ws.owner, body: { active } });
    await setActive(false);
    await delivery.deliver();
    expect(await delivery.row()).toMatchObject({ state: 'canceled' });
    await setActive(true);
    const again = pathOf(ws, webhook.id, 'deliveries', delivery.id, 'send-again');
    expect((await call('POST', again, { as: ws.owner })).status).toBe(200);
    expect((await delivery.row()).put_off ?? 0).toBeLessThan(2);
  });

  test('is signed with both secrets after a rotation, and with the new one alone after 24 hours', async () => {
    const path = fresh();
    const { webhook, delivery } = await withDelivery(path);
    await call('POST', pathOf(ws, webhook.id, 'rotate-secret'), { as: ws.owner });
    const { secret, former } = await secretsOf(ws, webhook.id);
    await delivery.deliver();
    const [sent] = target.at(path);
    for (const one of [secret, former!.secret])
      expect(verified(one, sent!)).toMatchObject({ type: 'annotation.created' });
    advance(24 * HOUR + 1);
    await (await owedDelivery(ws, webhook.id)).deliver();
    const last = target.at(path)[1]!;
    expect(verified(secret, last)).toMatchObject({ type: 'annotation.created' });
    expect(() => verified(former!.secret, last)).toThrow('No matching signature');
  });

  test('a delivery whose worker died after its claim is tried again, and counts as an attempt', async () => {
    const path = fresh();
    const { delivery } = await withDelivery(path);
    const claimed = { attempts: 1, round_attempts: 1, next_attempt_at: now() + 60_000 };
    await table().transact([{ update: delivery.job, set: claimed }]);
    await delivery.deliver();
    expect(target.at(path)).toHaveLength(0);
    advance(60_001);
    await delivery.deliver();
    expect(await delivery.row()).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  test('a delivery that lost its last worker says that its outcome is unknown', async () => {
    const { delivery } = await withDelivery(fresh());
    await table().transact([{ update: delivery.job, set: { attempts: 8, round_attempts: 8 } }]);
    await delivery.deliver();
    expect(await delivery.row()).toMatchObject({ state: 'failed', reason: { code: 'delivery_interrupted' } });
  });
});

describe('a delivery without a request', () => {
  test('a delivery is canceled if its webhook is switched off', async () => {
    const path = fresh();
    const { webhook, delivery } = await withDelivery(path);
    await call('PATCH', pathOf(ws, webhook.id), { as: ws.owner, body: { active: false } });
    await delivery.deliver();
    expect(await delivery.row()).toMatchObject({ state: 'canceled', reason: { code: 'delivery_switched_off' } });
    const again = pathOf(ws, webhook.id, 'deliveries', delivery.id, 'send-again');
    expect((await call('POST', again, { as: ws.owner })).status).toBe(409);
    expect(target.at(path)).toEqual([]);
  });

  test('a delivery ends if its webhook is deleted, and nothing of it stays', async () => {
    const path = fresh();
    const { webhook, delivery } = await withDelivery(path);
    await call('DELETE', pathOf(ws, webhook.id), { as: ws.owner });
    await delivery.deliver();
    expect(await delivery.row()).toBeUndefined();
    expect(target.at(path)).toEqual([]);
  });

  test('a delivery is canceled if its workspace is deleted', async () => {
    const team = await newTeam();
    const webhook = await newWebhook(team, target.url(fresh()));
    const delivery = await owedDelivery(team, webhook.id);
    await call('DELETE', `/api/workspaces/${team.id}`, { as: team.owner });
    await delivery.deliver();
    expect(await delivery.row()).toMatchObject({ state: 'canceled', reason: { code: 'delivery_workspace_deleted' } });
  });
});

describe('a webhook', () => {
  test('a webhook that answers 410 is switched off at once, and each OWNER is owed one mail', async () => {
    const own = await newWorkspace();
    await own.coOwner();
    const path = fresh();
    target.behave(path, (response) => response.writeHead(410).end());
    const { webhook, delivery } = await withDelivery(path, own);
    const second = await owedDelivery(own, webhook.id);
    await delivery.deliver();
    expect(await delivery.row()).toMatchObject({ state: 'failed', reason: { code: 'delivery_gone' } });
    expect(await readWebhook(webhook.id, own)).toMatchObject({ active: false, switched_off: { why: 'gone' } });
    await second.deliver();
    expect(await second.row()).toMatchObject({ state: 'canceled' });
    expect(target.at(path)).toHaveLength(1);
    expect(await mailsAbout(own, webhook.id)).toHaveLength(2);
    const on = await call('PATCH', pathOf(own, webhook.id), { as: own.owner, body: { active: true } });
    expect(on.body).toMatchObject({ active: true, switched_off: null });
  });

  test('mails each OWNER in their language, else in that of the workspace', async () => {
    const own = await newWorkspace();
    const other = await own.coOwner();
    await call('PATCH', '/api/me', { as: { credential: other.credential }, body: { language: 'de' } });
    const path = fresh();
    target.behave(path, (response) => response.writeHead(410).end());
    const { webhook, delivery } = await withDelivery(path, own);
    await delivery.deliver();
    const mails = await mailsAbout(own, webhook.id);
    const letters = new Map(
      await Promise.all(
        mails.map(async (mail) => {
          const composed = await switchedOffMail.compose(table(), mail);
          return [mail.user_id, composed.state === 'ready' ? composed.letter : undefined] as const;
        }),
      ),
    );
    const [english, german] = [own.owner, other].map(({ user_id }) => letters.get(user_id));
    expect(english?.subject).toMatch(/^Webhook to .* switched off$/);
    expect(german?.subject).toMatch(/^Webhook an .* abgeschaltet$/);
    expect(english?.text).toContain('Later events aren’t kept: GET /api/v1/changes');
    expect(german?.text).toContain('Spätere Ereignisse werden nicht aufbewahrt: GET /api/v1/changes');
  });

  test('mails no OWNER who has not verified their address', async () => {
    const own = await newTeam(await signIn({ email_verified: false }));
    const path = fresh();
    target.behave(path, (response) => response.writeHead(410).end());
    const { webhook, delivery } = await withDelivery(path, own);
    await delivery.deliver();
    const jobs = (await mailsAbout(own, webhook.id)).map(({ pk, sk }) => ({ job: 'send-mail', pk, sk }));
    await sendMail(batchOf(jobs));
    expect(await mailsAbout(own, webhook.id)).toMatchObject([{ mail_state: 'suppressed' }]);
  });

  test('is switched off after five bad days in a row, and not if one of them ends well', async () => {
    const path = fresh();
    let isUp = false;
    target.behave(path, (response) => response.writeHead(isUp ? 200 : 500).end());
    const { webhook, delivery } = await withDelivery(path);
    await delivery.deliver();
    for (let day = 2; day <= 4; day += 1) {
      advance(DAY);
      await (await owedDelivery(ws, webhook.id)).deliver();
    }
    isUp = true;
    await (await owedDelivery(ws, webhook.id)).deliver();
    isUp = false;
    for (let day = 5; day <= 8; day += 1) {
      advance(DAY);
      for (let times = 0; times < 2; times += 1) await (await owedDelivery(ws, webhook.id)).deliver();
    }
    expect(await readWebhook(webhook.id)).toMatchObject({ active: true });
    advance(DAY);
    await (await owedDelivery(ws, webhook.id)).deliver();
    expect(await readWebhook(webhook.id)).toMatchObject({ active: false, switched_off: { why: 'failing' } });
    expect(await mailsAbout(ws, webhook.id)).toHaveLength(1);
  });

  test('keeps its bad days if a test delivery succeeds', async () => {
    const path = fresh();
    target.behave(path, (response) => response.writeHead(500).end());
    const { webhook, delivery } = await withDelivery(path);
    await delivery.deliver();
    target.behave(path, (response) => response.writeHead(200).end());
    await (await owedDelivery(ws, webhook.id, TEST)).deliver();
    expect(await table().get(keys.webhook(ws.id, webhook.id))).toMatchObject({ bad_days: 1 });
    await (await owedDelivery(ws, webhook.id)).deliver();
    expect(await table().get(keys.webhook(ws.id, webhook.id))).not.toHaveProperty('bad_days');
  });

  test('isn’t switched off for what its former address did', async () => {
    const [former, latter] = [fresh(), fresh()];
    target.behave(former, (response) => response.writeHead(500).end());
    target.behave(latter, (response) => response.writeHead(500).end());
    const { webhook, delivery } = await withDelivery(former);
    await delivery.deliver();
    for (let day = 2; day <= 4; day += 1) {
      advance(DAY);
      await (await owedDelivery(ws, webhook.id)).deliver();
    }
    const move = (url: string) => call('PATCH', pathOf(ws, webhook.id), { as: ws.owner, body: { url } });
    await move(target.url(latter));
    advance(DAY);
    await (await owedDelivery(ws, webhook.id)).deliver();
    expect(await readWebhook(webhook.id)).toMatchObject({ active: true });
    target.behave(latter, (response) => void move(target.url(former)).then(() => response.writeHead(410).end()));
    await (await owedDelivery(ws, webhook.id)).deliver();
    expect(target.at(latter)).toHaveLength(2);
    expect(await readWebhook(webhook.id)).toMatchObject({ active: true, switched_off: null });
  });

  test('isn’t switched off on its fifth bad day if a delivery succeeds while another fails', async () => {
    const { id } = await newWebhook(ws, target.url(fresh()));
    const key = keys.webhook(ws.id, id);
    const set = { bad_day: Math.floor(now() / DAY) - 1, bad_days: 4 };
    await table().transact([{ update: key, set }]);
    const row = (await table().get(key)) as StoredRow;
    await noteSuccess(table(), row);
    await noteFailure(table(), row, now());
    expect(await readWebhook(id)).toMatchObject({ active: true });
    expect(await mailsAbout(ws, id)).toEqual([]);
  });

  test('isn’t switched off for days apart', async () => {
    const path = fresh();
    target.behave(path, (response) => response.writeHead(500).end());
    const { webhook, delivery } = await withDelivery(path);
    await delivery.deliver();
    for (let times = 0; times < 6; times += 1) {
      advance(2 * DAY);
      await (await owedDelivery(ws, webhook.id)).deliver();
    }
    expect(await readWebhook(webhook.id)).toMatchObject({ active: true, switched_off: null });
  });
});

describe('a target that misbehaves', () => {
  const reasonAt = async (url: string) => {
    const webhook = await newWebhook(ws, url);
    const delivery = await owedDelivery(ws, webhook.id);
    const began = performance.now();
    expect(await delivery.deliver()).toEqual(DONE);
    expect(performance.now() - began).toBeLessThan(20_000);
    const row = await delivery.row();
    expect(row).toMatchObject({ state: 'pending', attempts: 1 });
    return (row.reason as { code: string }).code;
  };

  test.each(['http://127.0.0.1:1/', 'http://169.254.169.254/latest/meta-data/', 'https://127.0.0.1/'])(
    'a target’s redirect to %s is not followed',
    async (location) => {
      const path = fresh();
      target.behave(path, (response) => response.writeHead(307, { location }).end());
      expect(await reasonAt(target.url(path))).toBe('delivery_redirected');
    },
  );

  test('a delivery to a target that hangs ends in time, and holds up no other one', async () => {
    const [hanging, quick] = [fresh(), fresh()];
    target.behave(hanging, () => undefined);
    const { delivery: slow } = await withDelivery(hanging);
    const { delivery: fine } = await withDelivery(quick);
    const both = handler(batchOf([slow.job, fine.job]));
    while ((await fine.row()).state !== 'delivered') await new Promise(setImmediate);
    expect(await slow.row()).toMatchObject({ state: 'pending', next_attempt_at: expect.any(Number) });
    expect(await both).toEqual(DONE);
    await table().tryTransact([{ update: slow.job, remove: ['due_pk'] }]);
    expect(await slow.row()).toMatchObject({ reason: { code: 'delivery_timeout', values: { seconds: 10 } } });
  }, 60_000);

  test('a delivery whose target sends a huge body with a success counts, and nearly nothing is read', async () => {
    const path = fresh();
    let written = 0;
    const ended = new Promise<void>((resolve) => {
      target.behave(path, (response) => {
        response.writeHead(200);
        const chunk = Buffer.alloc(1024 * 1024);
        const pour = () => {
          while (!response.destroyed && written < 2e9) {
            written += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', pour);
          }
        };
        response.on('close', resolve);
        pour();
      });
    });
    const { delivery } = await withDelivery(path);
    await delivery.deliver();
    await ended;
    expect(await delivery.row()).toMatchObject({ state: 'delivered' });
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  test('a target at an internal address is never reached', async () => {
    const webhook = await newWebhook(ws, target.url(fresh()));
    await table().transact([{ update: keys.webhook(ws.id, webhook.id), set: { url: 'https://169.254.169.254/' } }]);
    const delivery = await owedDelivery(ws, webhook.id);
    await delivery.deliver();
    expect(await delivery.row()).toMatchObject({ http_status: null, reason: { code: 'delivery_unreachable' } });
  });
});
