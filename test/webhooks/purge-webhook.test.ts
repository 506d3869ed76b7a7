import { describe, expect, test } from '@jest/globals';
import { HOUR, MINUTE, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { handler as deliver } from '../../functions/workers/deliver-webhook.ts';
import { handler as purge } from '../../functions/workers/purge.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { batchOf } from '../workers/messages.ts';
import { everywhere } from '../workers/remains.ts';
import { until } from '../workers/until.ts';
import { seedDelivery } from './seed.ts';
import { newWebhook, pathOf, secretsOf, useTarget, verified } from './target.ts';

const target = useTarget();

const URL_TEXT = 'https://hooks.example.com/in';

/** Audit entries name it, as they name everything that was deleted. */
const traces = async (id: string) => (await everywhere(id)).filter((one) => !one.includes('#AUDIT#'));

/** With a log of more than one page. */
const filled = async (ws: Workspace, more: Record<string, unknown> = {}) => {
  const { id } = await newWebhook(ws, URL_TEXT, { active: false, ...more });
  for (let made = 0; made < 120; made += 1) await seedDelivery(ws.id, id, { id: newId() });
  await table().put({ ...keys.webhookMail(ws.id, id, newId()), mail_state: 'sent' });
  return id;
};

describe('a deleted webhook', () => {
  test('leaves no row of its log, and no mail', async () => {
    const ws = await newWorkspace();
    const [id, other] = [await filled(ws), await filled(ws)];
    await call('DELETE', pathOf(ws, id), { as: ws.owner });
    await until(async () => (await traces(id)).length === 0, 'the purge');
    expect((await traces(other)).length).toBeGreaterThan(120);
    const { body } = await call('GET', pathOf(ws), { as: ws.owner });
    expect(body.items).toMatchObject([{ id: other }]);
    expect((await table().get(keys.workspace(ws.id)))?.webhook_count).toBe(1);
  });

  test('goes with its site, and those of other sites and of all sites stay', async () => {
    const ws = await newWorkspace();
    const [site, other] = [await ws.site(), await ws.site()];
    const ofSite = await filled(ws, { site_id: site.id });
    const { id: ofOther } = await newWebhook(ws, URL_TEXT, { site_id: other.id });
    const { id: ofAll } = await newWebhook(ws, URL_TEXT);
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
    const { body } = await call('GET', pathOf(ws), { as: ws.owner });
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([ofAll, ofOther]);
    expect((await call('GET', pathOf(ws, ofSite, 'secrets'), { as: ws.owner })).status).toBe(404);
    const key = keys.site(ws.id, site.id);
    await until(async () => (await table().get(key))?.looked_at !== undefined, 'the first look');
    advance(4 * MINUTE);
    await purge(batchOf([{ job: 'purge', ...key }]));
    expect(await table().get(key)).toBeUndefined();
    expect(await traces(ofSite)).toEqual([]);
    expect((await table().get(keys.workspace(ws.id)))?.webhook_count).toBe(2);
  });
});

describe('a deleted site', () => {
  const lookAgain = async (ws: Workspace, site: string) => {
    const key = keys.site(ws.id, site);
    await until(async () => (await table().get(key))?.looked_at !== undefined, 'the first look');
    advance(4 * MINUTE);
    await purge(batchOf(Array(3).fill({ job: 'purge', ...key })));
    expect(await table().get(key)).toBeUndefined();
  };
  const at = (path: string) => target.at(path);

  test('is one event for webhooks of the site and of all sites, and none for each note or for another site', async () => {
    const ws = await newWorkspace();
    const [site, other] = [await ws.site(), await ws.site()];
    const id = newId();
    const events = ['annotation.deleted', 'site.deleted'];
    await newWebhook(ws, target.url(`/all/${id}`), { events });
    const own = await newWebhook(ws, target.url(`/own/${id}`), { events, site_id: site.id });
    await newWebhook(ws, target.url(`/other/${id}`), { events, site_id: other.id });
    const { secret } = await secretsOf(ws, own.id);
    await Promise.all([ws.note(site), ws.note(site)]);
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
    await until(async () => at(`/all/${id}`).length + at(`/own/${id}`).length > 1, 'both events');
    await lookAgain(ws, site.id);
    expect(verified(secret, at(`/own/${id}`)[0]!)).toMatchObject({
      type: 'site.deleted',
      data: { version: 1, workspace_id: ws.id, site_id: site.id },
    });
    expect([at(`/all/${id}`).length, at(`/own/${id}`).length, at(`/other/${id}`).length]).toEqual([1, 1, 0]);
  });

  test('leaves its webhook until that has got what it was owed, and nothing after that', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const [path, delivery] = [`/${newId()}`, newId()];
    const { id } = await newWebhook(ws, target.url(path), { events: ['annotation.created'], site_id: site.id });
    const waits = { state: 'pending', attempts: 1, round_attempts: 1, next_attempt_at: now() + HOUR };
    await seedDelivery(ws.id, id, { id: delivery, ...waits });
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
    await lookAgain(ws, site.id);
    expect((await call('GET', pathOf(ws), { as: ws.owner })).body.items).toEqual([]);
    expect((await table().get(keys.workspace(ws.id)))?.webhook_count).toBe(0);
    advance(HOUR);
    await deliver(batchOf(Array(5).fill({ job: 'deliver-webhook', ...keys.webhookDelivery(ws.id, id, delivery) })));
    expect(at(path)).toHaveLength(1);
    advance(25 * HOUR);
    await purge(batchOf([{ job: 'purge', ...keys.webhook(ws.id, id) }]));
    expect(await traces(id)).toEqual([]);
  });
});
