const LINE_BREAKS = /\r\n?|[\u2028\u2029\u0085\v\f]/g;
/** These reverse a line, hide or have no glyph. Scripts need joiners, direction marks and emoji selectors, which stay. */
const UNPRINTED =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\n\t\u200c\u200d\u200e\u200f\u061c\ufe0e\ufe0f]]/gv;
/** Each line would measure the whole run again. */
const LONGEST_GAP = ' '.repeat(100);
const LONG_GAPS = / {101,}/g;
const HEAPED_MARKS = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;

export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(LINE_BREAKS, '\n')
    .replace(UNPRINTED, '')
    .replaceAll('\t', '    ')
    .replace(LONG_GAPS, LONGEST_GAP)
    .normalize('NFC')
    .replace(HEAPED_MARKS, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ');
