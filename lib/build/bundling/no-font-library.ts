/** Stands in for what pdfkit reads fonts with: ours are shaped and embedded by HarfBuzz, in a third of the code. */
export const create = (): never => {
  throw new Error('This bundle opens no fonts through pdfkit.');
};
