import { area, beyondSpec, SIGNED_IN } from '../kit/contract/contract.ts';
import { Deleted } from '../kit/contract/schema.ts';
import { Profile, ProfilePatch, Sessions, SessionsEnded } from './schema.ts';

/** Of the signed-in person, in all workspaces. */
export const me = area('me', {
  getMe: beyondSpec('GET /api/me', SIGNED_IN, {
    summary: "Read the caller's profile",
    response: Profile,
  }),
  patchMe: beyondSpec('PATCH /api/me', SIGNED_IN, {
    summary: "Change the caller's name, language or time zone",
    body: ProfilePatch,
    response: Profile,
    refuses: [400],
  }),
  listSessions: beyondSpec('GET /api/me/sessions', SIGNED_IN, {
    summary: 'List where the caller is signed in, latest use first',
    response: Sessions,
  }),
  endSession: beyondSpec('DELETE /api/me/sessions/{session_id}', SIGNED_IN, {
    summary: 'Sign out one session at once',
    response: Deleted,
    refuses: [404],
  }),
  signOut: beyondSpec('POST /api/me/sign-out', SIGNED_IN, {
    summary: 'Sign out the session of this request at once',
    response: Deleted,
  }),
  endOtherSessions: beyondSpec('DELETE /api/me/sessions', SIGNED_IN, {
    summary: 'Sign out all other sessions at once',
    response: SessionsEnded,
  }),
});
