import { describe, expect, test } from '@jest/globals';
import { MINUTE } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { handler as purge } from '../../functions/workers/purge.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { batchOf } from '../workers/messages.ts';
import { everywhere } from '../workers/remains.ts';
import { until } from '../workers/until.ts';
import { seedDelivery } from './seed.ts';
import { newWebhook, pathOf } from './target.ts';

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
    advance(MINUTE);
    await purge(batchOf([{ job: 'purge', ...key }]));
    expect(await table().get(key)).toBeUndefined();
    expect(await traces(ofSite)).toEqual([]);
    expect((await table().get(keys.workspace(ws.id)))?.webhook_count).toBe(2);
  });
});
