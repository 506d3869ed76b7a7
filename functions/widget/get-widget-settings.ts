import { KINDS } from '../annotations/rows.ts';
import { callingSite, refusedOriginOf, stakeholderOf } from './caller.ts';
import type { WidgetOperation } from './context.ts';

const LONGEST_ORIGIN = 300;

export const getWidgetSettings: WidgetOperation<'getWidgetSettings'> = async (ctx) => {
  // The person who sets up the widget waits for a sign of it, and a refused page shows none.
  const { site, refused } = refusedOriginOf(ctx);
  if (refused !== undefined) {
    await ctx.seen.putRefused(site.id, { origin: refused.slice(0, LONGEST_ORIGIN), refused_at: ctx.now });
  }
  const { name, widget } = callingSite(ctx);
  const { status, stakeholder } = stakeholderOf(ctx);
  return {
    site: { name, ...widget },
    stakeholder: stakeholder && { ...stakeholder, name: stakeholder.name ?? '' },
    stakeholder_status: status,
    kinds: [...KINDS],
  };
};
