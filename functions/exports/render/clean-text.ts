const LINE_BREAKS = /\r\n?|[\u2028\u2029\u0085\v\f]/g;
/**
 * Never printed: control characters, overrides and isolates of direction (a stranger's may turn a whole line round),
 * zero-width fillers, soft hyphens, tags, selectors that our fonts lack. Joiners, direction marks and the emoji
 * selectors are how scripts are written, and stay.
 */
const UNPRINTED =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\n\t\u200c\u200d\u200e\u200f\u061c\ufe0e\ufe0f]]/gv;
/** More marks than any language puts on a letter would cover the lines above. */
const HEAPED_MARKS = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;

/** A stranger's text as it is printed: lines end in `\n`. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(LINE_BREAKS, '\n')
    .replace(UNPRINTED, '')
    .replaceAll('\t', '    ')
    .normalize('NFC')
    .replace(HEAPED_MARKS, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** The same on one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ');
