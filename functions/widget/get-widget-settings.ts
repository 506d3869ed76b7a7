import { KINDS } from '../annotations/rows.ts';
import { callingSite, stakeholderOf } from './caller.ts';
import type { WidgetOperation } from './context.ts';

export const getWidgetSettings: WidgetOperation<'getWidgetSettings'> = async (ctx) => {
  const { name, widget } = callingSite(ctx);
  const { status, stakeholder } = stakeholderOf(ctx);
  return {
    site: { name, ...widget },
    stakeholder: stakeholder && { ...stakeholder, name: stakeholder.name ?? '' },
    stakeholder_status: status,
    kinds: [...KINDS],
  };
};
