import type { Sentence } from './sentence.ts';

/** Why a rule measured nothing. */
export const FACT_REASONS = {
  nothing_to_measure: ['There is nothing of this kind on the page.'],
  not_measurable: ['It cannot be measured on this page.'],
  page_unmeasured: ['The page could not be measured.'],
  needs_browser: [
    'This takes a browser, and none is installed where this service runs.',
    'The operator can install Google Chrome or Microsoft Edge.',
  ],
  links_not_followed: ['The links were not followed.'],
  page_not_encrypted: ['The page is not encrypted.'],
  too_little_text: ['There is too little text.'],
  no_reading_formula: ['No formula is known for this language.'],
  no_dictionary: ['There is no dictionary with a permissive license for this language.'],
  dictionary_missing: ['The dictionary is not installed.'],
  only_transcript: ['The text is a transcript.'],
  picture_words_unread: ['No model has read the words of the picture.'],
  file_tags_unknown: ['It was not read from the file.'],
  heading_levels_guessed: ['A PDF shows the size of its headings, not their levels.'],
} as const satisfies Record<string, Sentence>;
