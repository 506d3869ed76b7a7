import { derivedSecret, firstDerivation } from '../../kit/access/secrets.ts';
import { setting } from '../../kit/config.ts';
import { isServerKey, sha256 } from '../../kit/server-keys.ts';
import type { ReviewRow } from '../rows.ts';

type Shared = NonNullable<ReviewRow['shared']>;

const tokenOf = (workspace_id: string, id: string, { key_id, version }: Pick<Shared, 'key_id' | 'version'>) =>
  derivedSecret('share', [workspace_id, id], { key_id, version });

/** What a review's row keeps of a share that is made at `at`; the token follows from it. */
export const newShare = (workspace_id: string, id: string, at: number): Shared => {
  const derivation = firstDerivation();
  return { ...derivation, hash: sha256(tokenOf(workspace_id, id, derivation)), at };
};

/** A share as its makers see it; undefined where the review is not shared, or its token's server key is retired. */
export const presentShare = (workspace_id: string, { id, shared }: Pick<ReviewRow, 'id' | 'shared'>) => {
  if (!shared || !isServerKey(shared.key_id)) return undefined;
  const token = tokenOf(workspace_id, id, shared);
  return { token, url: `${setting('BASE_URL')}/reviews/shared/${token}`, shared_at: shared.at };
};
