import * as z from 'zod';
import { LEGACY_STATUSES, STATUSES } from '../annotations/rows.ts';
import { area } from '../kit/contract/contract.ts';

const ExportQuery = z.object({
  status: z
    .string()
    .optional()
    .meta({
      description: `One of ${STATUSES.join(', ')}; ${LEGACY_STATUSES.join(', ')} count as pending; anything else is a 400`,
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
    summary: 'Export the annotations of a site as a PDF; a 303 leads to one over 4 MB',
    query: ExportQuery,
    produces: 'application/pdf',
    redirects_large: true,
  },
});
