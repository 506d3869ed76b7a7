import { beforeAll, describe, expect, test } from '@jest/globals';
import { call, newWorkspace, nextWindow, type Workspace } from '../driver.ts';
import { mailed } from '../invitations/mails.ts';
import { create } from '../reviews/reviewed.ts';
import { visit } from '../widget-api/visit.ts';
import { until } from '../workers/until.ts';
import { newWebhook, pathOf, type Received, secretsOf, useTarget, verified } from './target.ts';

const target = useTarget();

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const eventsAt = (path: string, secret: string) => target.at(path).map((sent) => verified(secret, sent));

const arrived = (path: string, count: number): Promise<Received[]> =>
  until(async () => target.at(path).length >= count && target.at(path), `${count} events at ${path}`);

/** Through the table's stream, the queue, the worker and the fetcher of the stage. */
describe('events of a workspace', () => {
  test('reach its webhooks as a note is created, answered, resolved and deleted, each once and signed', async () => {
    const webhook = await newWebhook(ws, target.url('/all'));
    const { secret } = await secretsOf(ws, webhook.id);
    const note = await ws.note(site, { body: 'My very own words' });
    await arrived('/all', 1);
    const path = `/api/v1/annotations/${note.id}`;
    const as = await ws.token();
    await call('POST', `${path}/replies`, { as, body: { body: 'Which one?' } });
    await arrived('/all', 2);
    await call('PATCH', path, { as, body: { status: 'resolved', summary: 'Fixed the button' } });
    await arrived('/all', 4);
    await call('DELETE', `/api/widget/annotations/${note.id}`, { as: ws.owner });
    await until(async () => eventsAt('/all', secret).some(({ type }) => type === 'annotation.deleted'));
    const events = eventsAt('/all', secret);
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'annotation.changed',
      'annotation.created',
      'annotation.deleted',
      'annotation.replied',
      'annotation.resolved',
    ]);
    for (const { data } of events) {
      expect(data).toMatchObject({ version: 1, workspace_id: ws.id, site_id: site.id, annotation_id: note.id });
    }
    expect(events.find(({ type }) => type === 'annotation.changed')?.data.changed).toEqual(['summary']);
    expect(new Set(target.at('/all').map(({ headers }) => headers['webhook-id'])).size).toBe(5);
    expect(
      target
        .at('/all')
        .map(({ body }) => body)
        .join(),
    ).not.toMatch(/very own words|Which one|the button/);
  });

  test('say of each reply who wrote it, after a visitor’s also of an internal note', async () => {
    const ofSite = await ws.site();
    const { id: webhook_id } = await newWebhook(ws, target.url('/replies'), {
      site_id: ofSite.id,
      events: ['annotation.replied'],
    });
    const { secret } = await secretsOf(ws, webhook_id);
    const { id, note_secret } = await ws.note(ofSite);
    await visit(ofSite, 'POST', `notes/${id}/replies`, { body: 'In Firefox.' }, { notes: [note_secret] });
    await arrived('/replies', 1);
    const body = { body: 'Seen.', internal: true };
    await call('POST', `/api/v1/annotations/${id}/replies`, { as: await ws.token(), body });
    await arrived('/replies', 2);
    expect(eventsAt('/replies', secret).map(({ data }) => data.last_reply_by)).toEqual(['visitor', 'team']);
  });

  test('reach a webhook of a site only from there, and only of the types that it wants', async () => {
    const other = await ws.site();
    const ofSite = await newWebhook(ws, target.url('/site'), { site_id: site.id, events: ['annotation.created'] });
    await newWebhook(ws, target.url('/every'), { events: ['annotation.created'] });
    await ws.note(other);
    const note = await ws.note(site);
    await call('PATCH', `/api/v1/annotations/${note.id}`, { as: await ws.token(), body: { status: 'blocked' } });
    await arrived('/every', 2);
    const { secret } = await secretsOf(ws, ofSite.id);
    const [sent] = await arrived('/site', 1);
    expect(verified(secret, sent!)).toMatchObject({ type: 'annotation.created', data: { annotation_id: note.id } });
    const { body } = await call('GET', pathOf(ws, ofSite.id, 'deliveries'), { as: ws.owner });
    expect(body.items).toHaveLength(1);
  });

  test('events of another workspace stay there', async () => {
    const elsewhere = await newWorkspace();
    await newWebhook(elsewhere, target.url('/elsewhere'));
    await newWebhook(ws, target.url('/here'), { events: ['annotation.created'] });
    await ws.note(site);
    await arrived('/here', 1);
    expect(target.at('/elsewhere')).toEqual([]);
  });

  test('say that a review finished, once', async () => {
    const webhook = await newWebhook(ws, target.url('/reviews'), { events: ['review.finished'] });
    const { secret } = await secretsOf(ws, webhook.id);
    const { id: persona } = (await call('GET', '/api/personas/mine', { as: ws.owner })).body.items[0];
    const { body } = await create(ws.owner, { persona_ids: [persona] });
    const [sent] = await arrived('/reviews', 1);
    const { body: review } = await call('GET', `/api/reviews/${body.id}`, { as: ws.owner });
    const data = { review_id: body.id, site_id: null, status: review.status, runs_total: 1 };
    expect(verified(secret, sent!)).toMatchObject({ type: 'review.finished', data });
    const log = await call('GET', pathOf(ws, webhook.id, 'deliveries'), { as: ws.owner });
    expect(log.body.items).toHaveLength(1);
  });

  test('are sent again five seconds after a failure', async () => {
    target.behave('/flaky', (response, request) => response.writeHead(request === 1 ? 500 : 200).end());
    const webhook = await newWebhook(ws, target.url('/flaky'), { events: ['annotation.created'] });
    const { secret } = await secretsOf(ws, webhook.id);
    await ws.note(site);
    const [first, second] = await arrived('/flaky', 2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
    expect(verified(secret, second!)).toEqual(verified(secret, first!));
    const delivery = await until(async () => {
      const { body } = await call('GET', pathOf(ws, webhook.id, 'deliveries'), { as: ws.owner });
      return body.items[0].state === 'delivered' && body.items[0];
    });
    expect(delivery).toMatchObject({ attempts: 2, http_status: 200, reason: null });
  });
});

describe('a test of a webhook', () => {
  test('arrives, verifies and is in the log, even if the webhook is switched off', async () => {
    const webhook = await newWebhook(ws, target.url('/test'), { active: false });
    const asked = await call('POST', pathOf(ws, webhook.id, 'test'), { as: await ws.member() });
    expect(asked.body).toMatchObject({ event_type: 'webhook.test', state: 'pending', attempts: 0 });
    const [sent] = await arrived('/test', 1);
    const { secret } = await secretsOf(ws, webhook.id);
    expect(verified(secret, sent!)).toMatchObject({ type: 'webhook.test', data: { webhook_id: webhook.id } });
    expect(sent?.headers['webhook-id']).toBe(asked.body.id);
  });

  test('can be asked for 20 times a minute', async () => {
    const webhook = await newWebhook(ws, target.url('/flood'));
    const as = await ws.member();
    const ask = () => call('POST', pathOf(ws, webhook.id, 'test'), { as });
    nextWindow();
    const statuses = (await Promise.all(Array.from({ length: 25 }, ask))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
  });
});

describe('a webhook that is switched off', () => {
  test('has its owners mailed in the language of the workspace', async () => {
    target.behave('/gone', (response) => response.writeHead(410).end());
    const own = await newWorkspace();
    await call('PATCH', `/api/workspaces/${own.id}`, { as: own.owner, body: { default_locale: 'de' } });
    const shop = await own.site();
    await newWebhook(own, target.url('/gone'));
    await own.note(shop);
    const [mail] = await mailed(own.owner.email);
    expect(mail?.subject).toBe(`Webhook an ${target.host()} abgeschaltet`);
    expect(mail?.text).toContain('410 Gone');
    expect(mail?.text).toContain(`/dashboard/workspace?tab=webhooks&workspace=${own.id}`);
  });
});
