import { openStorage } from '../kit/files/storage.ts';
import { serve } from '../kit/http/serve.ts';
import { bindExports, type ExportsContext } from './context.ts';
import { pdfExports } from './contract.ts';
import { exportPdf } from './export-pdf.ts';

export const handler = serve<ExportsContext, typeof pdfExports>(
  pdfExports,
  { exportPdf: exportPdf(openStorage()) },
  bindExports,
);
