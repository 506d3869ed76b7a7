import type { Locale } from '../words/messages.ts';

/** Chromium on a machine without a language reports "en-US@posix", which no formatter accepts. */
const isTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
};

export const regional = (locale: Locale): string =>
  navigator.languages.find((one) => one.split('-')[0] === locale && isTag(one)) ?? locale;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one takes longer than rendering a row. */
export const dateFormat = (locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([locale, navigator.languages, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(regional(locale), options);
  formats.set(key, format);
  return format;
};
