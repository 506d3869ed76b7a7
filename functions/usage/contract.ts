import { area } from '../kit/contract/contract.ts';
import { AllUsage, MyUsage, UsageQuery } from './schema.ts';

const SESSION = ['session'] as const;

export const usage = area('usage', {
  getMyUsage: {
    method: 'GET',
    path: '/api/admin/usage/me',
    role: null,
    by: SESSION,
    scope: 'user',
    summary: "Read the caller's usage of the last 90 days: writes, persona runs and emails per day",
    response: MyUsage,
  },
  listUsage: {
    method: 'GET',
    path: '/api/admin/usage',
    role: 'admin',
    by: SESSION,
    summary: "List all users' usage of the last 90 days, with the ten most active; admins only",
    query: UsageQuery,
    response: AllUsage,
  },
});
