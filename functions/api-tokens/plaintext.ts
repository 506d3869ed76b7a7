import { randomBytes } from 'node:crypto';
import type { Once } from '../kit/access/idempotency.ts';
import { conflict } from '../kit/errors.ts';
import { formatSecret, randomSecret } from '../kit/secrets.ts';
import { currentKeyId, sign } from '../kit/server-keys.ts';
import type { ApiTokenRow } from './schema.ts';

const SECRET_BYTES = 20;

/** Its nonce is in the row, the raw key nowhere. */
export const newTokenDerivation = (once: Once | undefined): ApiTokenRow['derivation'] =>
  once && { key_id: currentKeyId(), nonce: randomBytes(16).toString('base64url') };

/** Derived from an Idempotency-Key, so that a replay shows the same token while the table holds only hashes. */
export const tokenPlaintext = (
  workspace_id: string,
  id: string,
  derivation: ApiTokenRow['derivation'],
  once: Once | undefined,
): string => {
  if (!derivation || !once) return randomSecret('api', [workspace_id, id]);
  const bytes = sign(
    'api-token',
    JSON.stringify([workspace_id, id, derivation.nonce, once.raw_key]),
    derivation.key_id,
  );
  if (!bytes) throw conflict('server_key_retired');
  return formatSecret('api', [workspace_id, id], bytes.subarray(0, SECRET_BYTES));
};
