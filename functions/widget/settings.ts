import type * as z from 'zod';
import { KINDS } from '../annotations/kinds.ts';
import type { Item } from '../kit/table/table.ts';
import type { SiteRow } from '../sites/schema.ts';
import { mailsSubmitters } from '../workspaces/submitter-mail.ts';
import type { WidgetSettingsAnswer } from './schema.ts';

/** The same for every visitor without a personal link, so the loader's script may carry and caches may keep them. */
export const anonymousSettings = (
  { name, widget }: SiteRow,
  workspace: Item,
): z.output<typeof WidgetSettingsAnswer> => ({
  site: { name, ...widget },
  stakeholder: null,
  stakeholder_status: 'none',
  kinds: [...KINDS],
  submitter_mail: mailsSubmitters(workspace),
});
