import { openStorage } from '../kit/files/storage.ts';
import { serve } from '../kit/http/serve.ts';
import { pdfExports } from './contract.ts';
import { exportPdf } from './export-pdf.ts';
import { bindExports } from './make-document.ts';

export const handler = serve(pdfExports, { exportPdf: exportPdf(openStorage()) }, bindExports);
