import { describe, expect, test } from '@jest/globals';
import { call, newWorkspace } from '../driver.ts';
import { seedAnnotations } from './seed.ts';

describe('counts of a site', () => {
  test('follow statuses and quarantine, and end at 100', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const path = `/api/widget/sites/${site.id}/annotations/counts`;
    const counts = async () => (await call('GET', path, { as: ws.owner })).body;
    const none = { pending: 0, blocked: 0, resolved: 0, won_t_fix: 0, duplicate: 0, quarantined: 0 };
    expect(await counts()).toEqual(none);
    await seedAnnotations(ws.id, site.id, 101, () => ({ status: 'resolved' }));
    const [one = '', two = ''] = await seedAnnotations(ws.id, site.id, 3);
    expect(await counts()).toEqual({ ...none, pending: 3, resolved: 100 });
    const patch = (id: string, body: object) => call('PATCH', `/api/widget/annotations/${id}`, { as: ws.owner, body });
    await patch(one, { status: 'blocked' });
    await patch(two, { quarantined: true });
    expect(await counts()).toEqual({ ...none, pending: 1, blocked: 1, resolved: 100, quarantined: 1 });
    await call('DELETE', `/api/widget/annotations/${one}`, { as: ws.owner });
    expect(await counts()).toEqual({ ...none, pending: 1, resolved: 100, quarantined: 1 });
  });
});
