import { newId } from '../../functions/kit/ids.ts';
import { type CallOptions, call, type Person, signIn, type Workspace } from '../driver.ts';

/** Frequent queries about the invitations of one workspace. */
export const invitationsOf = (ws: Workspace) => {
  const path = `/api/workspaces/${ws.id}/invitations`;
  return {
    path,
    create: (body: Record<string, unknown> = {}, more: CallOptions = {}) =>
      call('POST', path, {
        as: ws.owner,
        body: { email: freshAddress(), role: 'MEMBER', ...body },
        ...more,
      }),
    list: (query = '', as: Person = ws.owner) => call('GET', path + query, { as }),
    revoke: (token: string, as: Person = ws.owner) => call('DELETE', `${path}/${token}`, { as }),
    resend: (token: string, more: CallOptions = {}) =>
      call('POST', `${path}/${token}/resend`, { as: ws.owner, ...more }),
    /** An open invitation, and the person whom it is for. */
    invited: async (body: Record<string, unknown> = {}) => {
      const person = await signIn();
      const answer = await call('POST', path, {
        as: ws.owner,
        body: { email: person.email, role: 'MEMBER', ...body },
      });
      if (answer.status !== 200) throw new Error(`The fixture was refused: ${answer.status} ${answer.text}`);
      return { person, token: answer.body.token as string, id: answer.body.id as string };
    },
  };
};

export const freshAddress = () => `i-${newId().toLowerCase()}@example.com`;

export const accept = (token: unknown, as?: Person, headers: Record<string, string> = {}) =>
  call('POST', '/api/invitations/accept', { ...(as && { as }), body: { token }, headers });

export const preview = (token: string) =>
  call('GET', `/api/invitations/${encodeURIComponent(token)}`, { headers: { 'x-request-id': 'fixed' } });
