import { area, GUESTS, route } from '../kit/contract/contract.ts';
import { Changes, WaitQuery } from './schema.ts';

export const changes = area('changes', {
  listChanges: route('GET /api/v1/changes', GUESTS, {
    summary: 'List what happened to notes, in the order of commits, and wait for more; kept for 30 days',
    beyond_spec: true,
    query: WaitQuery,
    response: Changes,
    refuses: [410],
  }),
});
