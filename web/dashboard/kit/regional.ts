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
