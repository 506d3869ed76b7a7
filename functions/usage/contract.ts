import { ADMINS, area, beyondSpec, MEMBERS, route, SIGNED_IN } from '../kit/contract/contract.ts';
import { PageQuery } from '../kit/contract/schema.ts';
import { AllUsage, ModelUsage, MyUsage } from './schema.ts';

export const usage = area('usage', {
  getMyUsage: route('GET /api/admin/usage/me', SIGNED_IN, {
    summary: "Read the caller's usage of the last 90 days: writes, persona runs and emails per day",
    response: MyUsage,
  }),
  listUsage: route('GET /api/admin/usage', ADMINS, {
    summary: "List all users' usage of the last 90 days, with the ten most active; admins only",
    query: PageQuery,
    response: AllUsage,
  }),
  getModelUsage: beyondSpec('GET /api/model-usage', MEMBERS, {
    summary: "Read what the workspace's reviews used of the AI model by month, its prices and the monthly limit",
    response: ModelUsage,
  }),
});
