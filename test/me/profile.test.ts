import { describe, expect, test } from '@jest/globals';
import { keys } from '../../functions/kit/table/keys.ts';
import { openTable } from '../../functions/kit/table/table.ts';
import { call, newTeam, type Person, signIn } from '../driver.ts';

const patch = (as: Person, body: unknown) => call('PATCH', '/api/me', { as, body });

const nameIn = async (ws: string, as: Person) => {
  const { body } = await call('GET', `/api/workspaces/${ws}/members`, { as });
  return body.items.find(({ user_id }: { user_id: string }) => user_id === as.user_id)?.name;
};

describe('PATCH /api/me', () => {
  test('changes the name in all workspaces, and what the person makes from then on', async () => {
    const one = await signIn({ name: 'Olive' });
    const teams = [await newTeam(one), await newTeam(one)];
    expect((await patch(one, { name: 'Olive Owner' })).body).toMatchObject({
      name: 'Olive Owner',
      email: one.email,
      user_id: one.user_id,
    });
    expect(await Promise.all(teams.map(({ id }) => nameIn(id, one)))).toEqual(['Olive Owner', 'Olive Owner']);
    const path = `/api/workspaces/${teams[0]!.id}/api-tokens`;
    const { body: made } = await call('POST', path, { as: one, body: { name: 'CI' } });
    expect(made.created_by_name).toBe('Olive Owner');
    expect((await call('GET', '/api/workspaces', { as: one })).body.profile).toEqual({
      name: 'Olive Owner',
      language: null,
      time_zone: null,
    });
  });

  test('a copy that missed the change is mended at the next request in that workspace', async () => {
    const one = await signIn({ name: 'New' });
    const team = await newTeam(one);
    const set = { name: 'Old' };
    await openTable().transact([{ update: keys.member(team.id, one.user_id), set, when: [['exists', 'pk']] }]);
    await nameIn(team.id, one);
    expect(await nameIn(team.id, one)).toBe('New');
  });

  test('sets and resets language and time zone', async () => {
    const one = await signIn();
    expect((await patch(one, { language: 'de', time_zone: 'Europe/Berlin' })).body).toMatchObject({
      language: 'de',
      time_zone: 'Europe/Berlin',
    });
    expect((await patch(one, { language: null, time_zone: null })).body).toMatchObject({
      language: null,
      time_zone: null,
    });
    expect((await call('GET', '/api/me', { as: one })).body).toMatchObject({ language: null, time_zone: null });
  });

  test.each(['Mars/Olympus', '+01:00', '', 'Europe/Berlin\n'])('refuses the time zone %j', async (time_zone) => {
    const { status, body } = await patch(await signIn(), { time_zone });
    expect([status, body.code]).toEqual([400, 'time_zone_unknown']);
  });

  test.each([
    ['blank', ' \u200b '],
    ['too long', 'x'.repeat(81)],
  ])('refuses a %s name', async (_, name) => {
    expect((await patch(await signIn(), { name })).status).toBe(422);
  });
});
