import { area, beyondSpec, GUESTS } from '../kit/contract/contract.ts';
import { Changes, WaitQuery } from './schema.ts';

export const changes = area('changes', {
  listChanges: beyondSpec('GET /api/v1/changes', GUESTS, {
    summary: 'List what happened to notes, in the order of commits, and wait for more; kept for 30 days',
    query: WaitQuery,
    response: Changes,
    refuses: [410],
  }),
});
