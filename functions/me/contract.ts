import { area, route, SIGNED_IN } from '../kit/contract/contract.ts';
import { Deleted } from '../kit/contract/schema.ts';
import { Profile, ProfilePatch, Sessions, SessionsEnded } from './schema.ts';

/** Of the signed-in person, in all workspaces. */
export const me = area('me', {
  getMe: route('GET /api/me', SIGNED_IN, {
    summary: "Read the caller's profile",
    beyond_spec: true,
    response: Profile,
  }),
  patchMe: route('PATCH /api/me', SIGNED_IN, {
    summary: "Change the caller's name, language or time zone",
    beyond_spec: true,
    body: ProfilePatch,
    response: Profile,
    refuses: [400],
  }),
  listSessions: route('GET /api/me/sessions', SIGNED_IN, {
    summary: 'List where the caller is signed in, latest use first',
    beyond_spec: true,
    response: Sessions,
  }),
  endSession: route('DELETE /api/me/sessions/{session_id}', SIGNED_IN, {
    summary: 'Sign out one session at once',
    beyond_spec: true,
    response: Deleted,
    refuses: [404],
  }),
  signOut: route('POST /api/me/sign-out', SIGNED_IN, {
    summary: 'Sign out the session of this request at once',
    beyond_spec: true,
    response: Deleted,
  }),
  endOtherSessions: route('DELETE /api/me/sessions', SIGNED_IN, {
    summary: 'Sign out all other sessions at once',
    beyond_spec: true,
    response: SessionsEnded,
  }),
});
