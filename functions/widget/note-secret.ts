import type { Call } from '../kit/http/serve.ts';
import { derivedSecret, readSecret } from '../kit/secrets.ts';
import { isSame, isServerKey } from '../kit/server-keys.ts';

const MOST = 20;

/** Follows from the note, so that a replay answers the same. */
export const noteSecret = (workspace_id: string, id: string, key_id: string) =>
  derivedSecret('note', [workspace_id, id], { key_id, version: 1 });

/** The note's row shows whether a secret is right. */
export const presentedNotes = ({ scope, request }: Pick<Call, 'scope' | 'request'>): Map<string, string> => {
  const secrets = (request.headers['x-sidenote-notes'] ?? '').split(',', MOST).map((secret) => secret.trim());
  const named = new Map<string, string>();
  for (const secret of secrets) {
    const [ws, id] = readSecret('note', secret) ?? [];
    if (id && ws === scope.workspace_id) named.set(id, secret);
  }
  return named;
};

export const isAuthor = (
  { actor, scope }: Pick<Call, 'actor' | 'scope'>,
  row: { id: string; stakeholder_id?: string | undefined; note_key_id?: string | undefined },
  secret: string | undefined,
): boolean => {
  if (actor.kind === 'stakeholder' && row.stakeholder_id === actor.stakeholder_id) return true;
  if (secret === undefined || row.note_key_id === undefined || !isServerKey(row.note_key_id)) return false;
  return isSame(noteSecret(scope.workspace_id, row.id, row.note_key_id), secret);
};
