import { isErased } from '../kit/access/erased.ts';
import { isEnded } from '../kit/access/sessions.ts';
import { type Actor, hasRole, isRole, type Role } from '../kit/actor.ts';
import { forbidden } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys } from '../kit/table/keys.ts';
import { numberAt, textAt } from '../kit/table/record.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { PAGE_TOKEN_LIFE, readPageToken } from './page-token.ts';

export type PageMember = Actor & { kind: 'session'; role: Role };

export const isOfSite = ({ role, site_grants }: Item, site: string): boolean =>
  isRole(role) && (hasRole(role, 'MEMBER') || (Array.isArray(site_grants) && site_grants.includes(site)));

export const accessEnded = () => forbidden('page_access_ended', {}, { reason: 'page_access_ended' });

/** The member whose token a page presents: with the role and grants of now. Undefined if it presents none. */
export const findPageMember = async (table: Table, call: Call): Promise<PageMember | undefined> => {
  const { request, actor, scope } = call;
  const presented = request.headers['x-sidenote-member'];
  if (!presented || !('site_id' in actor)) return undefined;
  // Only browsers send an origin that can be relied on, and only they have such a token.
  const grant = readPageToken(presented, request.origin ?? '');
  const [ws = '', site, user = '', session_id = ''] = grant?.ids ?? [];
  if (!grant || grant.expires_at <= call.now || ws !== scope.workspace_id || site !== actor.site_id)
    throw accessEnded();
  const [member, person] = await table.getEach([keys.member(ws, user), keys.user(user)], { consistent: true });
  // Someone who left and came back has to sign in again.
  const isSameStay = member && numberAt(member, 'created_at') <= grant.expires_at - PAGE_TOKEN_LIFE + 1000;
  if (!isSameStay || !isRole(member.role) || !isOfSite(member, site) || isErased(person, call.now)) throw accessEnded();
  // It may have begun at any time: one that isn't listed ends with the first that is ended.
  const session = { session_id, began_at: 0 };
  if (isEnded(person, session)) throw accessEnded();
  return {
    kind: 'session',
    ...session,
    role: member.role,
    user_id: user,
    username: '',
    email: textAt(member, 'email'),
    email_verified: false,
    name: textAt(member, 'name'),
    admin: false,
  };
};
