import { beforeAll, describe, expect, test } from '@jest/globals';
import { newMemberRow } from '../../functions/kit/access/sign-in.ts';
import { DAY, now } from '../../functions/kit/clock.ts';
import { packJson } from '../../functions/kit/packed.ts';
import { keys, reviewPartition, scratchKeys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { requireIds } from '../../functions/kit/table/record.ts';
import { packContent, textContent } from '../../functions/reviews/read/content.ts';
import { indexNote } from '../../functions/search/index-note.ts';
import { handler as erase } from '../../functions/workers/erase-person.ts';
import { advance } from '../../lib/local/clock.ts';
import { auditRows } from '../audit.ts';
import { call, newTeam, newWorkspace, signIn, stage, table } from '../driver.ts';
import { seedReview } from '../reviews/seed.ts';
import { read, showcased, submit } from '../showcase/showcased.ts';
import { runFor } from '../workers/interrupted.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { accountOf, eraseWhole, exportNow, holding, mentioned, purgePersonal, someone } from './person.ts';

beforeAll(useOwnTables);

const leave = (as: Parameters<typeof call>[2]) => call('DELETE', '/api/me', as);
const poolCalls = async () =>
  (
    (await (await fetch(`${stage().base_url}/__local/user-pool`)).json()) as {
      calls: { username: string; deleted: boolean }[];
    }
  ).calls;

describe('DELETE /api/me', () => {
  test('leaves no name, address or hash of it in any row or object; the audit log keeps the id', async () => {
    const one = await someone();
    expect((await holding(one.words)).length).toBeGreaterThan(12);
    const before = (await poolCalls()).length;

    expect((await leave({ as: one })).body).toEqual({ id: one.user_id, deleted: true });
    await eraseWhole(accountOf(one));
    await purgePersonal(one, one.personal);

    expect(await holding(one.words)).toEqual([]);
    const audit = (await auditRows(one.team.id)).filter(({ actor_id }) => actor_id === one.user_id);
    expect(audit.map(({ action }) => action)).toContain('member.leave');
    expect((await poolCalls()).slice(before).some(({ deleted }) => deleted)).toBe(true);
    expect(await table().get(keys.user(one.user_id))).toEqual({
      ...keys.user(one.user_id),
      id: one.user_id,
      personal_workspace_id: one.personal,
      created_at: expect.any(Number),
      erased_at: expect.any(Number),
      erased_until: expect.any(Number),
      ttl: expect.any(Number),
    });
  });

  test('removes notifications, what is owed of them, their settings, and saved views', async () => {
    const one = await someone();
    const { id: ws } = one.team;
    await mentioned(one);
    await call('POST', `/api/workspaces/${ws}/views`, { as: one, body: { name: 'Mine', search: '' } });
    const kept = async () => {
      const rows = await table().queryAll({ partition: workspacePartition(ws), consistent: true });
      const own = [keys.notification, keys.notificationDigest].map((key) => key(ws, one.user_id, '').sk);
      const readers = [keys.reader(ws, one.user_id).sk, keys.ownView(ws, one.user_id, '').sk, ...own];
      return readers.map((start) => rows.filter((row) => row.sk.startsWith(start)).length);
    };
    expect(await kept()).toEqual([1, 1, 1, 1]);
    await leave({ as: one });
    await eraseWhole(accountOf(one));
    expect(await kept()).toEqual([0, 0, 0, 0]);
  });

  test('keeps what was written: notes and replies stay, without a name', async () => {
    const one = await someone();
    await leave({ as: one });
    await eraseWhole(accountOf(one));
    for (const note of [one.note, one.early, one.late]) {
      const { status, body } = await call('GET', `/api/v1/annotations/${note.id}`, { as: one.elsewhere.owner });
      expect([status, body.submitter.name, body.submitter.has_email]).toEqual([200, '', false]);
      expect([body.submitter.identity, body.visitor]).toEqual([undefined, undefined]);
    }
    const { body } = await call('GET', `/api/v1/annotations/${one.note.id}`, { as: one.elsewhere.owner });
    expect([body.body, body.replies[0].body]).toEqual(['Write to [erased] please', 'Or to [erased]']);
    const mine = await call('GET', `/api/v1/annotations/${one.teamNote.id}`, { as: one.team.owner });
    expect(mine.body.replies).toEqual([expect.objectContaining({ body: 'On it', author_name: '' })]);
    expect(mine.body.unattended_edits).toMatchObject({
      allowed: true,
      allowed_by: one.user_id,
      allowed_by_name: '',
    });
  });

  test('closes every door at once: 401, and nothing comes back with an old token', async () => {
    const one = await someone();
    const invitation = await call('POST', `/api/workspaces/${(await newTeam()).id}/invitations`, { as: one });
    expect(invitation.status).toBe(404);
    expect((await leave({ as: one })).status).toBe(200);
    for (const [method, path] of [
      ['GET', '/api/workspaces'],
      ['GET', '/api/v1/sites'],
      ['DELETE', '/api/me'],
      ['POST', '/api/me/export'],
    ] as const) {
      const { status, headers } = await call(method, path, { as: one });
      expect([path, status, headers['www-authenticate']]).toEqual([
        path,
        401,
        'Bearer error="invalid_token", error_description="account deleted"',
      ]);
    }
    expect((await call('POST', '/api/workspaces', { as: one, body: { name: 'Back' } })).status).toBe(401);
    expect((await call('GET', '/api/v1/sites', { as: { ...one, workspace_id: one.team.id } })).status).toBe(404);
    expect((await call('POST', `/api/workspaces/${one.personal}/restore`, { as: one })).status).toBe(401);
    expect(await table().get(keys.user(one.user_id))).not.toHaveProperty('email');
  });

  test('closes workspaces at once that the request was too full to leave', async () => {
    const one = await signIn();
    await call('GET', '/api/workspaces', { as: one });
    const teams = await Promise.all(Array.from({ length: 40 }, () => newTeam()));
    const at = now();
    const rowOf = (id: string) => newMemberRow(id, one, { role: 'MEMBER', site_grants: [], at });
    await Promise.all(teams.map(({ id }) => table().put(rowOf(id))));
    expect((await leave({ as: one })).status).toBe(200);
    const rows = await Promise.all(teams.map(({ id }) => table().get(keys.member(id, one.user_id))));
    const left = teams.filter((_, index) => rows[index] !== undefined);
    expect(left.length).toBeGreaterThan(0);
    for (const { id } of left) {
      const { status, body } = await call('GET', '/api/v1/sites', { as: { ...one, workspace_id: id } });
      expect([status, body.code]).toEqual([401, 'credential_account_deleted']);
    }
  });

  test('is a 409 that names every workspace with no other OWNER, and changes nothing', async () => {
    const one = await signIn({ name: 'Sole' });
    const teams = [await newTeam(one), await newTeam(one)];
    await teams[0]?.member();
    const refused = await leave({ as: one });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe(
      'You are the only OWNER of “Team”, “Team”. Transfer ownership of each, or delete it, then delete your account.',
    );
    expect(refused.body.workspaces.map(({ id }: { id: string }) => id).sort()).toEqual(
      teams.map(({ id }) => id).sort(),
    );
    expect(await table().get(keys.user(one.user_id))).not.toHaveProperty('erased_at');

    await call('DELETE', `/api/workspaces/${teams[0]?.id}`, { as: one });
    const other = await teams[1]!.coOwner();
    expect((await leave({ as: one })).status).toBe(200);
    expect(await table().get(keys.workspace(teams[1]!.id))).toMatchObject({ owner_count: 1 });
    expect(await table().get(keys.member(teams[1]!.id, other.user_id))).toMatchObject({ role: 'OWNER' });
  });

  test.each(['OWNER', 'MEMBER'])(
    'leaves the personal workspace to another OWNER if the person is %s there',
    async (role) => {
      const made = await newWorkspace({ name: 'Paula Prior' });
      const one = made.owner;
      const other = await made.coOwner();
      const kept = await made.site({ name: 'Kept' });
      if (role !== 'OWNER') {
        const path = `/api/workspaces/${made.id}/members/${one.user_id}`;
        expect((await call('PATCH', path, { as: other, body: { role } })).status).toBe(200);
      }

      expect((await leave({ as: one })).status).toBe(200);
      await eraseWhole(accountOf(one));
      const as = { ...other, workspace_id: made.id };
      expect((await call('GET', `/api/v1/sites/${kept.id}`, { as })).status).toBe(200);
      const { body } = await call('GET', `/api/workspaces/${made.id}`, { as });
      expect([body.name, body.personal, body.deleted_at]).toEqual(['Workspace', false, null]);
      expect(await table().get(keys.workspace(made.id))).toMatchObject({ owner_count: 1 });
      expect((await call('DELETE', `/api/workspaces/${made.id}`, { as })).status).toBe(200);
    },
  );

  test.each([
    ["paula.prior's workspace", 'Paula Prior', 'Workspace'],
    ['Al & Friends', 'Al', 'Workspace'],
    ['Alpine GmbH', 'Al', 'Alpine GmbH'],
  ])('leaves the personal workspace “%s” of “%s” to another OWNER as “%s”', async (name, person, left) => {
    const made = await newWorkspace();
    const one = made.owner;
    const other = await made.coOwner();
    await table().transact([
      { update: keys.workspace(made.id), set: { name } },
      { update: keys.member(made.id, one.user_id), set: { name: person } },
    ]);
    expect((await leave({ as: one })).status).toBe(200);
    const { body } = await call('GET', `/api/workspaces/${made.id}`, { as: { ...other, workspace_id: made.id } });
    expect(body.name).toBe(left);
  });

  test('succeeds once of 10 at once, and one leaving is recorded', async () => {
    const one = await someone();
    const answers = await Promise.all(Array.from({ length: 10 }, () => leave({ as: one })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(401)]);
    expect((await auditRows(one.team.id)).filter(({ action }) => action === 'member.leave')).toHaveLength(1);
  });

  test('lets a person start over: the same address signs up as someone else', async () => {
    const one = await someone();
    await leave({ as: one });
    await eraseWhole(accountOf(one));
    const again = await signIn({ email: one.email });
    expect(again.user_id).not.toBe(one.user_id);
    expect((await call('GET', '/api/v1/sites', { as: again })).body.items).toEqual([]);
  });
});

describe('the erasure', () => {
  test('records the leaving of a last OWNER whose workspace the request did not see', async () => {
    const [one, late] = [await signIn({ name: 'Sole' }), await newTeam()];
    expect((await leave({ as: one })).status).toBe(200);
    const member = await table().get(keys.member(late.id, late.owner.user_id));
    const sole = newMemberRow(late.id, { ...one, name: 'Sole' }, { role: 'OWNER', site_grants: [], at: now() });
    await table().transact([{ put: sole }, { delete: keys.member(late.id, String(member?.user_id)) }]);
    await eraseWhole(accountOf(one));
    expect(await table().get(keys.member(late.id, one.user_id))).toBeUndefined();
    const items = await auditRows(late.id);
    const target = { user_id: one.user_id, role: 'OWNER' };
    expect(items).toContainEqual(expect.objectContaining({ action: 'member.leave', target }));
    expect(items).toContainEqual(expect.objectContaining({ action: 'workspace.delete' }));
  });

  test('frees the place of an erased stakeholder on its site', async () => {
    const one = await someone();
    const site = keys.site(one.elsewhere.id, one.away.id);
    expect(await table().get(site)).toMatchObject({ stakeholder_count: 1 });
    await leave({ as: one });
    await eraseWhole(accountOf(one));
    expect(await table().get(site)).toMatchObject({ stakeholder_count: 0 });
  });

  test('reaches the reviews of a note in which the address is written, with the notes of their findings, and no others', async () => {
    const one = await someone();
    const text = `Write to ${one.email} please. It is urgent.`;
    let filed = '';
    const seed = async (annotation_id: string | null) => {
      const more = { annotation_id };
      const { id } = await seedReview(one.elsewhere.id, { site: one.away.id, more });
      const [finding] = await table().queryAll({
        partition: reviewPartition(one.elsewhere.id, id),
        sort: ['begins_with', 'FINDING#'],
      });
      if (!finding) throw new Error('A seeded review has findings.');
      await table().transact([
        {
          update: keys.reviewContent(one.elsewhere.id, id),
          set: { content: packContent(textContent('text', null, text)) },
        },
        { update: finding, set: { comment: `“${one.email}” is hard to find.` } },
        { update: keys.review(one.elsewhere.id, id), set: { showcase_slug: id } },
        { put: { ...keys.showcase(id), slug: id, snapshot: packJson({ review: { text } }) } },
        { put: { ...keys.showcaseReview(id), card: { quote: text } } },
        { put: { ...keys.showcaseReport(id, 'report'), reason: text } },
      ]);
      const shown = [keys.showcase(id), keys.showcaseReview(id), keys.showcaseReport(id, 'report')];
      const written = [keys.reviewContent(one.elsewhere.id, id), finding, ...shown];
      if (annotation_id !== null) {
        const [, , findingId] = requireIds(keys.finding, finding);
        const path = `/api/reviews/${id}/feedback/${findingId}/note`;
        const { body } = await call('POST', path, { as: one.elsewhere.owner });
        filed = body.annotation_id;
        written.push(keys.context(one.elsewhere.id, filed));
      }
      return written.map(({ pk, sk }) => `${pk} ${sk}`);
    };
    const [ofNote, ofOther] = [await seed(one.note.id), await seed(null)];
    expect(await holding([one.email])).toEqual(expect.arrayContaining([...ofNote, ...ofOther]));
    const replies = `/api/v1/annotations/${filed}/replies`;
    await call('POST', replies, { as: one.elsewhere.owner, body: { body: `Ask ${one.email} again.` } });
    const entry = scratchKeys.searchNote(one.elsewhere.id, one.away.id, filed);
    const searched = async () => JSON.stringify(await table().get(entry, { in: 'scratch' }));
    await indexNote(table(), { ws: one.elsewhere.id, site: one.away.id }, filed);
    expect(await searched()).toContain(one.tag);
    await leave({ as: one });
    await eraseWhole(accountOf(one));
    await purgePersonal(one, one.personal);
    expect(await holding(one.words)).toEqual(ofOther.sort());
    expect(await searched()).not.toContain(one.tag);
  });

  test('erases an address where lists and titles cut it, and withdraws what has it in its slug', async () => {
    const one = await someone();
    const { owner } = one.elsewhere;
    const start = one.email.slice(0, one.email.indexOf('@') + 3);
    const send = async (length: number, url: string) => {
      const context = { page: { url }, anchor: { kind: 'element', selector: 'p', tag: 'p', text: one.email } };
      const body = `${'x'.repeat(length - start.length - 1)} ${one.email} please`;
      const { id } = await one.elsewhere.note(one.away, { email: one.email, body, context });
      return id;
    };
    const [long, short] = [
      await send(300, `https://shop.example.com/${'x'.repeat(74 - start.length)}/${one.email}`),
      await send(80, 'https://shop.example.com/'),
    ];
    const folded = one.email.replaceAll(/[^a-z0-9]+/g, '-');
    const seed = async (title: string) =>
      showcased(one.elsewhere, 'approved', { site: one.away.id, more: { annotation_id: short, title } });
    const [named, cut, kept] = [
      await seed(`Note: ${one.email}`),
      await seed(`Note: ${start}…`),
      await seed(`${'Lamp '.repeat(12)} ${one.email}`),
    ];
    expect([named.slug, cut.slug]).toEqual([expect.stringContaining(folded), expect.stringContaining(one.tag)]);

    await leave({ as: one });
    await eraseWhole(accountOf(one));
    await purgePersonal(one, one.personal);
    expect(await holding([...one.words, start])).toEqual([]);
    const listOf = async (id: string) =>
      (await call('GET', `/api/v1/sites/${one.away.id}/annotations?limit=50`, { as: owner })).body.items.find(
        (item: { id: string }) => item.id === id,
      );
    expect(await listOf(long)).toMatchObject({
      excerpt: expect.stringMatching(/^x+ \[erased\] please$/),
      page_url: expect.stringMatching(/^https:\/\/shop\.example\.com\/x+\/\[erased\]$/),
      element: 'p [erased]',
    });
    expect([await read(named.slug), await read(cut.slug), await read(kept.slug)].map(({ status }) => status)).toEqual([
      404, 404, 200,
    ]);
    const { body } = await call('GET', `/api/reviews/${named.id}`, { as: owner });
    expect([body.title, body.showcase]).toEqual(['Note: [erased]', null]);
    expect((await submit(named.id, owner)).body.slug).toMatch(/^note-erased-/);
  });

  test('leaves longer addresses of others that contain the erased one', async () => {
    const one = await someone();
    const { email } = one;
    const [local, domain] = email.split('@');
    const others = [`x${email}`, `x.${email}`, `x+${email}`, `${email}.my`, `${local}@${domain}-x.org`];
    const encoded = others.map((other) => `?m=${encodeURIComponent(other)}`);
    const own = [`_${email}_`, `\n${email}`, `- ${email}.`, `${email}.Thanks`, JSON.stringify(`a\t${email}\n`)];
    const joined = [`Mein ${email}-Konto.`, `${email}--see below`, `${email}-Konto.Danke`, `${email}-`];
    const ownEncoded = [`?m=${encodeURIComponent(email)}`, `?m=${encodeURIComponent(`a=b ${email}`)}`];
    const body = [...others, ...encoded, ...own, ...joined, ...ownEncoded].join(' | ');
    const { id } = await one.elsewhere.note(one.away, { email, body });
    await leave({ as: one });
    await eraseWhole(accountOf(one));
    const note = await call('GET', `/api/v1/annotations/${id}`, { as: one.elsewhere.owner });
    const gone = ['_[erased]_', '\n[erased]', '- [erased].', '[erased].Thanks', JSON.stringify('a\t[erased]\n')];
    const apart = joined.map((text) => text.replace(email, '[erased]'));
    const left = [...others, ...encoded, ...gone, ...apart, '?m=[erased]', '?m=a%3Db%20[erased]'];
    expect(note.body.body.split(' | ')).toEqual(left);
  });

  test('does the same when its message comes 20 times at once', async () => {
    const one = await someone();
    await leave({ as: one });
    for (let look = 0; look < 2; look += 1) {
      await Promise.all(Array.from({ length: 20 }, () => erase(accountOf(one))));
      advance(DAY / 24);
    }
    await purgePersonal(one, one.personal);
    expect(await holding(one.words)).toEqual([]);
    const anonymized = (await auditRows(one.elsewhere.id)).filter(({ action }) => action === 'annotation.anonymize');
    expect(anonymized).toHaveLength(3);
  });

  test('goes on where it was interrupted, at whatever step', async () => {
    const one = await someone();
    await leave({ as: one });
    for (let looks = 2; looks < 12; looks += 1) {
      expect(await erase(accountOf(one), runFor(looks))).toEqual({ batchItemFailures: [] });
    }
    await eraseWhole(accountOf(one));
    await purgePersonal(one, one.personal);
    expect(await holding(one.words)).toEqual([]);
  });

  test('removes exports of its workspaces and of the person that were made before', async () => {
    const one = await someone();
    await call('POST', `/api/workspaces/${one.team.id}/export`, { as: one.team.owner });
    await exportNow(keys.workspaceExport(one.team.id));
    await call('POST', '/api/me/export', { as: one });
    await exportNow(keys.personExport(one.user_id));
    expect((await holding([one.team.id, one.user_id])).filter((key) => key.startsWith('exports/'))).toHaveLength(2);
    await leave({ as: one });
    await eraseWhole(accountOf(one));
    expect((await holding([one.team.id, one.user_id])).filter((key) => key.startsWith('exports/'))).toEqual([]);
    const { body } = await call('GET', `/api/workspaces/${one.team.id}/export`, { as: one.team.owner });
    expect(body.export).toMatchObject({ state: 'failed', url: null });
  });

  test('finds nothing left of a membership that its index showed too late', async () => {
    const one = await someone();
    const team = await newTeam();
    await leave({ as: one });
    const late = { ...keys.member(team.id, one.user_id), workspace_id: team.id, user_id: one.user_id };
    await table().put({
      ...late,
      gsi1pk: `USER#${one.user_id}`,
      gsi1sk: `WS#${team.id}`,
      name: one.name,
      role: 'MEMBER',
    });
    await eraseWhole(accountOf(one));
    expect(await table().get(late)).toBeUndefined();
    expect(
      (await table().query({ partition: workspacePartition(team.id), consistent: true })).items.map(({ sk }) => sk),
    ).toEqual(expect.not.arrayContaining([`MEMBER#${one.user_id}`]));
  });
});
