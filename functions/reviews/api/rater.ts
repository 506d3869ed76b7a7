import { sha256 } from '../../kit/sha256.ts';

/** The same person is another rater in another workspace. */
export const raterOf = (workspace_id: string, actor_id: string): string =>
  sha256(JSON.stringify([workspace_id, actor_id])).slice(0, 16);
