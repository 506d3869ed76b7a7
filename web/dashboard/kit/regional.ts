import type { Locale } from '../app/messages.ts';

/** The language of the page as the reader's country writes dates and times, where their browser says which that is. */
export const regional = (locale: Locale): string =>
  navigator.languages.find((one) => one.split('-')[0] === locale) ?? locale;
