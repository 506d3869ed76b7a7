import { exampleOf } from '../../functions/examples.ts';
import type { Row } from '../../functions/kit/contract/contract.ts';
import { newId } from '../../functions/kit/ids.ts';
import { endpoints, pathVariables } from '../../lib/docs/endpoints.ts';
import type { Case, Ground } from './case.ts';

/** Something for each path variable: a read takes what is there, a change something fresh. */
const VALUES: Readonly<Record<string, (ground: Ground, isRead: boolean) => string | Promise<string>>> = {
  ws_id: ({ workspace_id }) => workspace_id,
  site_id: async (ground, isRead) => (isRead ? ground.site.id : (await ground.newSite()).id),
  annotation_id: (ground) => ground.note(),
};

const filled = async (path: string, ground: Ground, isRead: boolean): Promise<string> => {
  const names = pathVariables(path);
  const values = await Promise.all(names.map((name) => VALUES[name]?.(ground, isRead)));
  return names.reduce((text, name, at) => text.replace(`{${name}}`, values[at] ?? ''), path);
};

const isPlain = ({ by, path }: Row) =>
  (by.includes('token') || by.includes('session')) && pathVariables(path).every((name) => name in VALUES);

/** The call of a row with its example: for rows whose cost depends on nothing else, unless `listed` has a case. */
export const plainCases = (listed: readonly Case[]): Case[] => {
  const known = new Set(listed.filter(({ once }) => !once).map(({ of }) => of));
  return endpoints
    .filter(({ id, row }) => !known.has(id) && isPlain(row))
    .map(({ id, row }) => ({
      of: id,
      ask: async (ground) => {
        const names = {
          user_id: ground.user_id,
          invitation_token: '',
          page_url: '',
          email: `${newId()}@example.com`,
          oauth_request: '',
          widget_token: '',
        };
        const body = exampleOf(id, names);
        return {
          method: row.method,
          path: await filled(row.path, ground, row.method === 'GET'),
          as: row.by.includes('token') && row.role !== 'OWNER' ? ground.token : ground.session,
          ...(body !== undefined && { body }),
        };
      },
    }));
};
