import { MINUTE } from '../../functions/kit/clock.ts';
import { advance } from '../../lib/local/clock.ts';
import { newThread } from '../notes.ts';
import { type Case, get } from './case.ts';

export const pdfExports: Case[] = [
  {
    of: 'exportPdf',
    ask: async (ground) => {
      const site = await ground.newSite();
      await newThread(ground, site);
      // It also reads what was changed within the last minute: here, all that was prepared for other cases.
      advance(2 * MINUTE);
      return get(`/api/widget/sites/${site.id}/annotations/export.pdf`, ground.token);
    },
  },
];
