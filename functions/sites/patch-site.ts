import type { Operation } from './context.ts';
import type { sites } from './contract.ts';

export const patchSite: Operation<typeof sites, 'patchSite'> = async (ctx, { site_id, body }) => {
  const row = await ctx.sites.get(site_id);
  const { widget, ...fields } = body;
  const given = Object.fromEntries(Object.entries(widget ?? {}).filter(([, value]) => value !== undefined));
  const set = {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(widget && { widget: { ...row.widget, ...given } }),
    updated_at: ctx.now,
  };
  await ctx.sites.patch(site_id, set);
  return { ...row, ...set };
};
