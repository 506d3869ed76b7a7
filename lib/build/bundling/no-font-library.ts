/** HarfBuzz shapes and embeds our fonts, in a third of the code of pdfkit's library. */
export const create = (): never => {
  throw new Error('pdfkit cannot open fonts in this bundle.');
};
