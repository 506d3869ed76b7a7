import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { isEnded } from '../../functions/kit/access/sessions.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { newDelivery } from '../../functions/webhooks/delivery.ts';
import { webhookEvent } from '../../functions/webhooks/event.ts';
import { deliveryRows } from '../../functions/webhooks/schema.ts';
import {
  removedBy,
  restoredRow,
  skippedByItself,
  skippedByTable,
  unsharedBy,
} from '../../lib/operate/restore-rules.ts';

const root = join(import.meta.dirname, '../..');
const REMOVAL = /'([a-z_]+\.(?:delete|disconnect|erase|leave|rebind|remove|reset|revoke|unpublish|withdraw))'/g;

/** Its row stays, marked, for longer than point-in-time recovery reaches back; a restore must name a lost workspace. */
const MARKED = ['workspace.delete'];

/** Any name of an id, so that an action finds the one that its target has. */
const anyTarget = new Proxy({}, { get: () => 'some-id' });

describe('removedBy', () => {
  test('knows every audit action that removes a record', () => {
    const sources = ['functions/**/*.ts', 'lib/operate/rebind.ts'].flatMap((pattern) =>
      globSync(pattern, { cwd: root }),
    );
    const actions = sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(REMOVAL)].map(([, action]) => String(action)),
    );
    const unknown = [...new Set(actions)].filter((action) => removedBy({ action, target: anyTarget }) === undefined);
    expect(actions).toContain('invitation.erase');
    expect(unknown.sort()).toEqual(MARKED);
  });
});

describe('restoredRow', () => {
  const row = { pk: 'WS#w#REVIEW#r', sk: 'REVIEW', id: 'r', shared: { hash: 'h' }, job: 'purge' };

  test('drops the share link of a review that was unshared or limited since', () => {
    for (const action of ['review.unshare', 'review.share_expiry'] as const) {
      const unshared = new Set([unsharedBy({ action, target: { review_id: 'r' } })!]);
      expect(restoredRow(row, { exists: true, deleted: new Set(), unshared })).not.toHaveProperty('shared');
    }
  });

  test('keeps other share links, drops owed work, and says when it was restored', () => {
    const unshared = new Set<string>();
    expect(unsharedBy({ action: 'review.share', target: { review_id: 'r' } })).toBe(undefined);
    const { job: _, ...kept } = row;
    expect(restoredRow(row, { exists: true, deleted: new Set(), unshared })).toEqual({
      ...kept,
      restored_at: expect.any(Number),
    });
  });
});

test('an audit entry that comes back is no news for members, and counts no use again', () => {
  const entry = {
    ...keys.audit('w', '2026-11', '0001'),
    action: 'annotation.patch',
    target: { annotation_id: 'a' },
    caused_by: 'USER#u',
    owes: JSON.stringify([{ event: 'assigned', to: ['u'] }]),
  };
  const { caused_by: _, owes: __, ...kept } = entry;
  expect(restoredRow(entry, { exists: true, deleted: new Set(), unshared: new Set() })).toEqual(kept);
});

test('a person whose row comes back is signed in nowhere', () => {
  const user = { ...keys.user('u'), name: 'Ida', session_a: { device: 'Firefox', began_at: 1 }, sessions_floor: 1 };
  const back = restoredRow(user, { exists: true, deleted: new Set(), unshared: new Set() });
  expect(back).toMatchObject({ name: 'Ida', sessions_floor: expect.any(Number) });
  expect(isEnded(back, { session_id: 'a', began_at: Date.now() - 1000 })).toBe(true);
});

test('a saved view that was deleted since stays so, though its key has no id', () => {
  const named = { workspaces: [], partitions: [], only: false };
  const today = { exists: true, deleted: new Set(['view-1']), unshared: new Set<string>() };
  const row = { ...keys.sharedView('w', '00'), id: 'view-1' };
  expect(skippedByTable(row, named, today)).toBe('deleted');
  expect(skippedByTable({ ...row, id: 'view-2' }, named, today)).toBe(undefined);
});

test('an export doesn’t come back: without its job it would never end, and no other could begin', () => {
  const named = { workspaces: ['w'], partitions: ['USER#u'], only: false };
  const row = { state: 'running', job: 'export-data' };
  for (const key of [keys.workspaceExport('w'), keys.personExport('u')])
    expect(skippedByItself({ ...key, ...row }, named, 0)).toBe('export');
});

test('a pending delivery of a webhook comes back as failed, so that it can be sent again', () => {
  const key = { ws: 'w', webhook: 'h', id: 'd' };
  const pending = newDelivery(key, webhookEvent('webhook.test', 0, {}), 0);
  const back = restoredRow(pending, undefined);
  expect(deliveryRows.parse(back)).toMatchObject({ state: 'failed', reason: { code: 'delivery_interrupted' } });
  expect(back).not.toHaveProperty('next_attempt_at');
  const delivered = { ...keys.webhookDelivery('w', 'h', 'd'), state: 'delivered' };
  expect(restoredRow(delivered, undefined)).toEqual(delivered);
});
