const INVISIBLE = /[[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\p{Cc}]--[\n\t]]/gv;
const LINE_BREAKS = /\r\n?|[\u2028\u2029\u0085\v\f]/g;

/** As a person sees it: without the invisible characters in which instructions can hide. */
export const visible = (text: string): string => text.replace(LINE_BREAKS, '\n').replace(INVISIBLE, '');

export const visibleLine = (text: string): string => visible(text).replace(/\s+/g, ' ').trim();
