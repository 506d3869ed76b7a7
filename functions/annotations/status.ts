import { badRequest } from '../kit/errors.ts';
import { LEGACY_STATUSES, STATUSES, type Status } from './rows.ts';

const LEGACY: ReadonlySet<string> = new Set(LEGACY_STATUSES);

/** The public status of what a caller wrote; the legacy ones are pending. Throws a 400 for anything else. */
export const toStatus = (given: string): Status => {
  if (LEGACY.has(given)) return 'pending';
  const known = STATUSES.find((status) => status === given);
  if (!known) throw badRequest('status_unknown', { options: STATUSES.join(', ') });
  return known;
};
