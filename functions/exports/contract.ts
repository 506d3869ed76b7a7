import * as z from 'zod';
import { LEGACY_STATUSES, STATUSES } from '../annotations/rows.ts';
import { area, MEMBERS, route } from '../kit/contract/contract.ts';

const part = (description: string) =>
  z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .meta({ description });

const ExportQuery = z.object({
  status: z
    .string()
    .optional()
    .meta({
      description: `One of ${STATUSES.join(', ')}; ${LEGACY_STATUSES.join(', ')} count as pending; any other value is a 400`,
      examples: ['pending'],
    }),
  screenshots: part('false: without the pictures of the notes'),
  thread: part('false: without replies'),
  resolutions: part('false: without explanations, changes and checks of fixes'),
});

export type ExportChoice = z.output<typeof ExportQuery>;

export const pdfExports = area('exports', {
  exportPdf: route('GET /api/widget/sites/{site_id}/annotations/export.pdf', MEMBERS, {
    listed_query: true,
    summary: "Export a site's annotations as a PDF; a PDF over 4 MB is a 303 redirect",
    query: ExportQuery,
    produces: 'application/pdf',
    redirects_large: true,
  }),
});
