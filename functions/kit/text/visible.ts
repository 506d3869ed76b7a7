const INVISIBLE = /[[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\p{Cc}]--[\n\t]]/gv;
const LINE_BREAKS = /\r\n?|[\u2028\u2029\u0085\v\f]/g;

/**
 * Text as a person would see it: without zero-width characters, bidi controls, tags, variation selectors, private-use
 * and control characters, in which instructions can hide.
 */
export const visible = (text: string): string => text.replace(LINE_BREAKS, '\n').replace(INVISIBLE, '');

/** The same on one line. */
export const visibleLine = (text: string): string => visible(text).replace(/\s+/g, ' ').trim();
