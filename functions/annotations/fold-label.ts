/** İ becomes i: its own lower case has another length. */
export const foldLabel = (text: string): string =>
  text.toWellFormed().trim().replace(/\s+/g, ' ').toLowerCase().replaceAll('i\u0307', 'i').normalize('NFC');
