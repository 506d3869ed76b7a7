import { beforeEach } from '@jest/globals';
import { keys } from '../../functions/kit/table/keys.ts';
import { call, newWorkspace, type Person, table, type Workspace } from '../driver.ts';
import { until } from '../workers/until.ts';

export let ws: Workspace;
export let site: Awaited<ReturnType<Workspace['site']>>;

/** A new workspace with a site for each test. */
export const useWorkspace = () =>
  beforeEach(async () => {
    ws = await newWorkspace();
    site = await ws.site();
  });

export const pathOf = (rest: string) => `/api/workspaces/${ws.id}/${rest}`;

/** A member whose account has its verified address. */
export const arrived = async (person: Person): Promise<Person> => {
  await call('GET', '/api/v1/sites', { as: { credential: person.credential } });
  return person;
};
export const member = async () => arrived(await ws.member());

export const set = (as: Person, body: object) => call('PATCH', pathOf('notification-settings'), { as, body });
export const unread = async (as: Person) => (await call('GET', pathOf('notifications/unread'), { as })).body.unread;
export const list = async (as: Person) => (await call('GET', pathOf('notifications'), { as })).body.items;

/** Once that many are listed, which is after the fan-out. */
export const listed = (as: Person, count: number) =>
  until(async () => {
    const items = await list(as);
    return items.length >= count && items;
  }, `${count} notifications`);

/** Nothing is owed to members any more. */
export const settled = () =>
  until(async () => {
    const { pk: partition, sk } = keys.memberEvent(ws.id, '');
    return (await table().queryAll({ partition, sort: ['begins_with', sk], consistent: true })).length === 0;
  }, 'the fan-out');

/** As the dashboard marks them. */
export const read = (as: Person, body: object) => call('POST', pathOf('notifications/read'), { as, body });

export const patch = (id: string, as: { credential: string }, body: object) =>
  call('PATCH', `/api/v1/annotations/${id}`, { as, body });
