import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { isEnded } from '../../functions/kit/access/sessions.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { fromStored, toStored } from '../../functions/kit/table/stored-form.ts';
import type { StoredRow } from '../../functions/kit/table/table.ts';
import { defaultPersonaId, defaultPersonas } from '../../functions/personas/default-personas.ts';
import { newDelivery } from '../../functions/webhooks/delivery.ts';
import { webhookEvent } from '../../functions/webhooks/event.ts';
import { deliveryRows } from '../../functions/webhooks/schema.ts';
import {
  restoredRow as restoredStored,
  skippedByItself,
  skippedByTable,
  type WorkspaceToday,
  workspaceToday,
} from '../../lib/operate/restore-rules.ts';

const root = join(import.meta.dirname, '../..');
const REMOVAL =
  /['`]([a-z_]+\.(?:\$\{\w+\.state\}|anonymize|delete|disconnect|erase|leave|rebind|reject|remove|reset|revoke|rotate_[a-z_]+|transfer_owner|unpublish|withdraw))['`]/g;

/** Its row stays, marked, for longer than point-in-time recovery reaches back; a restore must name a lost workspace. */
const MARKED = ['workspace.delete'];

/** As code reads it, though rows are copied as the table stores them. */
const restoredRow = (row: StoredRow, today: WorkspaceToday | undefined) =>
  fromStored(restoredStored(toStored(row) as StoredRow, today));

/** Any name of an id, so that an action finds the one that its target has. */
const anyTarget = new Proxy({}, { get: () => 'some-id' });

const todayAfter = (...entries: { action: string; target: object; actor_id?: string }[]) =>
  workspaceToday('w', true, entries);
const named = { workspaces: [], partitions: [], only: false };

describe('workspaceToday', () => {
  test('knows every audit action that removes a record or replaces a secret', () => {
    const sources = ['functions/**/*.ts', 'lib/operate/rebind.ts'].flatMap((pattern) =>
      globSync(pattern, { cwd: root }),
    );
    const found = sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(REMOVAL)].map(([, action]) => String(action)),
    );
    const actions = found.flatMap((action) =>
      action.startsWith('approval.') ? ['approval.declined', 'approval.withdrawn'] : [action],
    );
    const unknown = [...new Set(actions)].filter((action) => {
      const { ended, changes } = todayAfter({ action, target: anyTarget });
      return ended.size + changes.size === 0;
    });
    expect(actions).toEqual(expect.arrayContaining(['annotation.anonymize', 'invitation.erase', 'approval.withdrawn']));
    expect(unknown.sort()).toEqual(MARKED);
  });
});

describe('skippedByTable', () => {
  test.each([
    ['showcase.withdraw', { review_id: 'r' }, keys.showcasedReview('w', 'r')],
    ['showcase.reject', { review_id: 'r' }, { ...keys.showcaseReview('r'), review_id: 'r', workspace_id: 'w' }],
    ['showcase.reject', { review_id: 'r' }, { ...keys.showcase('slug'), review_id: 'r', workspace_id: 'w' }],
    ['persona.unpublish', { persona_id: 'p' }, keys.publishedPersona('w', 'p')],
    ['persona.delete', { persona_id: 'p' }, keys.persona('w', 'p')],
    ['persona.delete', { persona_id: 'p' }, keys.publishedPersona('w', 'p')],
    ['invitation.accept', { invitation_id: 'i' }, keys.invitation('w', 'i')],
    ['member.leave', { user_id: 'u' }, keys.member('w', 'u')],
    ['member.remove', { user_id: 'u' }, keys.member('w', 'u')],
    ['review.delete', { review_id: 'r' }, keys.review('w', 'r')],
    ['site.delete', { site_id: 's' }, { ...keys.annotation('w', 'a'), site_id: 's' }],
    ['site.delete', { site_id: 's' }, keys.connection('w', 's', 'c')],
  ])('leaves out after %s of %j: %j', (action, target, row) => {
    expect(skippedByTable({ ...row }, named, todayAfter({ action, target }))).toBe('deleted');
    expect(skippedByTable({ ...row }, named, todayAfter())).toBe(undefined);
  });

  test.each([
    ['showcase.withdraw', { review_id: 'r' }, keys.review('w', 'r')],
    ['showcase.withdraw', { review_id: 'r' }, keys.finding('w', 'r', 'f')],
    ['persona.unpublish', { persona_id: 'p' }, keys.persona('w', 'p')],
    ['persona.unpublish', { persona_id: 'p' }, keys.reviewRun('w', 'r', 'p')],
    ['persona.delete', { persona_id: 'p' }, keys.reviewRun('w', 'r', 'p')],
    ['member.leave', { user_id: 'u' }, keys.rating('w', 'r', 'f', 'u')],
    ['member.remove', { user_id: 'u' }, keys.formerMember('w', 'u')],
    ['stakeholder.revoke', { stakeholder_id: 'h' }, keys.stakeholderNote('w', 's', 'h', 'a')],
    ['review.delete', { review_id: 'r' }, keys.pageLabel('w', 'judge', 'r', 'hash')],
  ])('keeps what %s of %j doesn’t remove: %j', (action, target, row) => {
    expect(skippedByTable({ ...row }, named, todayAfter({ action, target }))).toBe(undefined);
  });
});

test('a review of a site or a note that was deleted since stays so, though the scan has its ids in a map', () => {
  const row = toStored({ ...keys.review('w', 'r'), id: 'r', widget_site_id: 's', annotation_id: 'a' }) as StoredRow;
  const skipped = (action: string, target: object) => skippedByTable(row, named, todayAfter({ action, target }));
  expect(skipped('site.delete', { site_id: 's' })).toBe('deleted');
  expect(skipped('annotation.delete', { annotation_id: 'a' })).toBe('deleted');
  expect(skipped('annotation.delete', { annotation_id: 'other' })).toBe(undefined);
});

test('a finding whose note was deleted since can become a note again', () => {
  const finding = { ...keys.finding('w', 'r', 'f'), id: 'f' };
  const today = todayAfter({ action: 'annotation.delete', target: { annotation_id: 'a' } });
  expect(skippedByTable({ ...finding, annotation_id: 'a' }, named, today)).toBe(undefined);
  expect(restoredRow({ ...finding, annotation_id: 'a' }, today)).toEqual(finding);
});

test('the mark of a deleted default persona comes back, unlike other deleted rows', () => {
  const mark = { ...keys.persona('w', defaultPersonaId('w', 'designer')), slug: 'designer', deleted_at: 1 };
  expect(skippedByItself(mark, named, 0)).toBe(undefined);
  expect(skippedByItself({ ...keys.annotation('w', 'a'), deleted_at: 1 }, named, 0)).toBe('deleted');
});

test('a default persona that was reset since stays so, alone or with all others', () => {
  const rowOf = (slug: string) => ({ ...keys.persona('w', defaultPersonaId('w', slug)), slug });
  const [first, second] = defaultPersonas().map(({ slug }) => rowOf(slug));
  const own = { ...keys.persona('w', 'own'), slug: null };
  const afterReset = (slug: string | null) =>
    [first!, second!, own].map((row) =>
      skippedByTable(row, named, todayAfter({ action: 'persona.reset', target: { slug, reset_count: 1 } })),
    );
  expect(afterReset(first!.slug)).toEqual(['deleted', undefined, undefined]);
  expect(afterReset(null)).toEqual(['deleted', 'deleted', undefined]);
});

describe('restoredRow', () => {
  const row = {
    ...keys.review('w', 'r'),
    id: 'r',
    shared: { hash: 'h' },
    showcase_slug: 'slug',
    showcase_state: 'approved',
    showcase_note: 'Nice',
    job: 'purge',
  };

  test('drops the share link of a review that was unshared or limited since', () => {
    for (const action of ['review.unshare', 'review.share_expiry']) {
      const back = restoredRow(row, todayAfter({ action, target: { review_id: 'r' } }));
      expect(back).not.toHaveProperty('shared');
      expect(back).toMatchObject({ showcase_state: 'approved' });
    }
  });

  test('drops the showcase state of a review that was withdrawn or rejected since, but not its slug', () => {
    const { showcase_state: _, showcase_note: __, job: ___, ...kept } = row;
    for (const action of ['showcase.withdraw', 'showcase.reject']) {
      const today = todayAfter({ action, target: { review_id: 'r', slug: 'slug' } });
      expect(restoredRow(row, today)).toEqual({ ...kept, restored_at: expect.any(Number) });
    }
  });

  test('drops the publication of a persona that was unpublished since', () => {
    const persona = { ...keys.persona('w', 'p'), id: 'p', name: 'Ida' };
    const today = todayAfter({ action: 'persona.unpublish', target: { persona_id: 'p' } });
    expect(restoredRow({ ...persona, published_at: 1 }, today)).toEqual(persona);
  });

  test('keeps other share links, drops owed work, and says when it was restored', () => {
    const today = todayAfter(
      { action: 'review.share', target: { review_id: 'r' } },
      { action: 'review.unshare', target: { review_id: 'other' } },
    );
    const { job: _, ...kept } = row;
    expect(restoredRow(row, today)).toEqual({ ...kept, restored_at: expect.any(Number) });
  });
});

describe('a secret that was rotated twice since', () => {
  const first = { key_id: 'k1', version: 1 };
  const third = { key_id: 'k1', version: 3 };
  const derivations = { widget: first, mcp: first, loader: first };
  const site = { ...keys.site('w', 's'), id: 's', derivations, mcp_version: 1, mcp_token_hash: 'old' };
  const afterTwo = (row: StoredRow, action: string, target: object) =>
    restoredRow(row, todayAfter({ action, target }, { action, target }));

  test('comes back as an MCP token that nothing matches, with the version that the next rotation counts from', () => {
    const back = afterTwo(site, 'site.rotate_mcp_token', { site_id: 's' });
    const now = { derivations: { ...derivations, mcp: third }, mcp_version: 3, mcp_token_hash: '' };
    expect(back).toEqual({ ...site, ...now });
    expect(afterTwo(site, 'site.rotate_mcp_token', { site_id: 'other' })).toEqual(site);
  });

  test.each([{}, { identity: first, identity_version: 1 }])(
    'comes back as the latest identity secret: %j',
    (fields) => {
      const back = afterTwo({ ...site, ...fields }, 'site.rotate_identity_secret', { site_id: 's' });
      expect(back).toEqual({ ...site, identity: third, identity_version: 3 });
    },
  );

  test('comes back as the latest secret of a webhook, which the former one no longer signs for', () => {
    const webhook = { ...keys.webhook('w', 'h'), id: 'h', derivation: first };
    const former_derivation = { key_id: 'k1', version: 0, until: 1 };
    const back = afterTwo({ ...webhook, former_derivation }, 'webhook.rotate_secret', { webhook_id: 'h' });
    expect(back).toEqual({ ...webhook, derivation: third });
  });
});

test.each(['declined', 'withdrawn'])('a note whose approval was %s since is not approved', (state) => {
  const ids = ['w', 'a'] as const;
  const today = todayAfter(
    { action: 'approval.approved', target: { annotation_id: 'a' } },
    { action: `approval.${state}`, target: { annotation_id: 'a' } },
  );
  const note = { ...keys.annotation(...ids), id: 'a', approval_state: 'approved', auto_fix: false };
  expect(restoredRow(note, today)).toMatchObject({ approval_state: state });
  expect(restoredRow({ ...keys.approval(...ids), id: 'p', state: 'approved' }, today)).toMatchObject({ state });
  expect(restoredRow({ ...note, ...keys.annotation('w', 'b'), id: 'b' }, today)).toMatchObject({
    approval_state: 'approved',
  });
});

test('a note whose submitter was erased since comes back without them, and a colleague’s reply with its name', () => {
  const today = todayAfter({ action: 'annotation.anonymize', target: { annotation_id: 'a' } });
  const submitter = { kind: 'identified', name: 'Ida', has_email: true, identity: 'verified' };
  const note = { ...keys.annotation('w', 'a'), id: 'a', submitter };
  expect(restoredRow(note, today)).toMatchObject({ submitter: { kind: 'identified', name: '', has_email: false } });
  expect(restoredRow(note, today).submitter).not.toHaveProperty('identity');
  const sender = { name: 'Ida', email: 'ida@example.com', person: 'p', visitor: 'v', files: [{ key: 'k' }] };
  const context = { ...keys.context('w', 'a'), body: 'Hi', ...sender };
  expect(restoredRow(context, today)).toEqual({ ...keys.context('w', 'a'), body: 'Hi', name: '', email: null });
  expect(restoredRow({ ...context, ...keys.context('w', 'b') }, today)).toMatchObject(sender);
  const replyBy = (author: string) => ({ ...keys.reply('w', 'a', author), id: author, author, author_name: 'Ida' });
  const names = ['stakeholder', 'owner'].map((author) => restoredRow(replyBy(author), today).author_name);
  expect(names).toEqual(['', 'Ida']);
});

describe('a member whose row comes back', () => {
  const memberOf = (user: string, role: string) => ({
    ...keys.member('w', user),
    user_id: user,
    role,
    site_grants: [],
  });

  test('has the role and the grants of the latest change', () => {
    const patched = (target: object) => ({ action: 'member.patch', target: { user_id: 'u', ...target } });
    const today = todayAfter(
      patched({ from: 'OWNER', role: 'MEMBER' }),
      patched({ from: 'MEMBER', role: 'GUEST', site_grants: ['s'] }),
    );
    expect(restoredRow(memberOf('u', 'OWNER'), today)).toMatchObject({ role: 'GUEST', site_grants: ['s'] });
    expect(restoredRow(memberOf('v', 'OWNER'), today)).toEqual(memberOf('v', 'OWNER'));
    expect(restoredRow(memberOf('u', 'GUEST'), todayAfter(patched({ site_grants: ['s'] })))).toMatchObject({
      role: 'GUEST',
      site_grants: ['s'],
    });
  });

  test('is no longer OWNER after handing the workspace to another member, who is', () => {
    const today = todayAfter({ action: 'workspace.transfer_owner', target: { user_id: 'v' }, actor_id: 'u' });
    expect(restoredRow(memberOf('u', 'OWNER'), today).role).toBe('MEMBER');
    expect(restoredRow(memberOf('v', 'GUEST'), today).role).toBe('OWNER');
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
  expect(restoredRow(entry, todayAfter())).toEqual(kept);
});

test('a person whose row comes back is signed in nowhere', () => {
  const user = { ...keys.user('u'), name: 'Ida', session_a: { device: 'Firefox', began_at: 1 }, sessions_floor: 1 };
  const back = restoredRow(user, todayAfter());
  expect(back).toMatchObject({ name: 'Ida', sessions_floor: expect.any(Number) });
  expect(isEnded(back, { session_id: 'a', began_at: Date.now() - 1000 })).toBe(true);
});

test('a saved view that was deleted since stays so, though its key has no id', () => {
  const today = todayAfter({ action: 'view.delete', target: { view_id: 'view-1' } });
  const row = { ...keys.sharedView('w', '00'), id: 'view-1' };
  expect(skippedByTable(row, named, today)).toBe('deleted');
  expect(skippedByTable({ ...row, id: 'view-2' }, named, today)).toBe(undefined);
});

test('an export doesn’t come back: without its job it would never end, and no other could begin', () => {
  const both = { workspaces: ['w'], partitions: ['USER#u'], only: false };
  const row = { state: 'running', job: 'export-data' };
  for (const key of [keys.workspaceExport('w'), keys.personExport('u')])
    expect(skippedByItself({ ...key, ...row }, both, 0)).toBe('export');
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
