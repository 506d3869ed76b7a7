import * as z from 'zod';
import { LEGACY_STATUSES, STATUSES } from '../annotations/rows.ts';
import { area } from '../kit/contract/contract.ts';

const ExportQuery = z.object({
  status: z
    .string()
    .optional()
    .meta({
      description: `One of ${STATUSES.join(', ')}; ${LEGACY_STATUSES.join(', ')} count as pending; any other value is a 400`,
      examples: ['pending'],
    }),
});

/** Apart from the annotations it is made of: it alone carries the PDF library and the fonts. */
export const pdfExports = area('exports', {
  exportPdf: {
    method: 'GET',
    path: '/api/widget/sites/{site_id}/annotations/export.pdf',
    role: 'MEMBER',
    by: ['session', 'token'],
    summary: "Export a site's annotations as a PDF; a PDF over 4 MB is a 303 redirect",
    query: ExportQuery,
    produces: 'application/pdf',
    redirects_large: true,
  },
});
