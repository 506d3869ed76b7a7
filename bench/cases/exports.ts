import { newThread } from '../notes.ts';
import { type Case, get } from './case.ts';

export const pdfExports: Case[] = [
  {
    of: 'exportPdf',
    ask: async (ground) => {
      const site = await ground.newSite();
      await newThread(ground, site);
      return get(`/api/widget/sites/${site.id}/annotations/export.pdf`, ground.token);
    },
  },
];
