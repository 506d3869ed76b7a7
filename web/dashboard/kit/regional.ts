import type { Locale } from '../words/messages.ts';

/** Chromium on a machine without a language says "en-US@posix", which no formatter takes. */
const isTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
};

/** The language of the page as the reader's country writes dates and times, where their browser says which that is. */
export const regional = (locale: Locale): string =>
  navigator.languages.find((one) => one.split('-')[0] === locale && isTag(one)) ?? locale;
