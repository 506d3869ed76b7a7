import PDFDocument from 'pdfkit';

export type PdfDocument = PDFDocument;

export const PAGE = { width: 595.28, height: 841.89, left: 54, right: 54, top: 70, bottom: 62 } as const;

/** An empty document. It has none of the library's own fonts, which know Latin alone. */
export const newDocument = (title: string, madeAt: number): PdfDocument =>
  new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    font: null,
    autoFirstPage: false,
    pdfVersion: '1.5',
    displayTitle: true,
    lang: 'en',
    // The library writes the title into XML as it is.
    info: {
      Title: title.replace(/[<>&]/g, ' '),
      Creator: 'Sidenote',
      Producer: 'Sidenote',
      CreationDate: new Date(madeAt),
    },
  });
