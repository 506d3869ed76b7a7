import type * as z from 'zod';
import { KINDS } from '../annotations/kinds.ts';
import type { SiteRow } from '../sites/schema.ts';
import type { WidgetSettingsAnswer } from './schema.ts';

/** The same for every visitor without a personal link, so the loader's script may carry and caches may keep them. */
export const anonymousSettings = ({ name, widget }: SiteRow): z.output<typeof WidgetSettingsAnswer> => ({
  site: { name, ...widget },
  stakeholder: null,
  stakeholder_status: 'none',
  kinds: [...KINDS],
});
