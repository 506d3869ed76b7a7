import type { Sentence } from './sentence.ts';

/** Apart, because the API says these alone. */
export const ELEMENT_NOTES = {
  element_and_screenshot_read: ['The selected element and the screenshot were read, not the whole page.'],
  element_read: ['The selected element was read, not the whole page; the note has no screenshot.'],
} as const satisfies Record<string, Sentence>;

export const READING_NOTES = {
  page_seen: ['The page was opened in a browser; its text and pictures are those that visitors see.'],
  page_partly_seen: ['The page exceeded a limit of size or requests; parts of it may be missing.'],
  picture_cut: ['The page is too long for one picture; its end is not in the picture.'],
  phone_view_missing: ['The page could not be opened in a narrow window.'],
  browser_missing: [
    'No browser is installed where this service runs, so the page was read without running its scripts.',
    'The operator can install Google Chrome or Microsoft Edge.',
  ],
  page_cut: ['The page is over 1 MB of HTML; its end wasn’t read.'],
  document_cut: ['The document is over 4 MB of HTML; its end wasn’t read.'],
  page_facts_only: [
    'The page has few words: {count}. Personas judge pages with at least {min}, so only its facts were measured.',
  ],
  pictures_not_read: ['The pictures in the document were not looked at.'],
  frames_not_read: ['The page consists of frames, each a separate page; only its own text was read.'],
  drawn_by_scripts: ['The page draws its text with scripts; little of it could be read.'],
  nothing_read: ['Nothing on the page could be read.'],
  no_title: ['The page has no title.'],
  article_read: ['The article was read; menus, sidebars and the footer were left out.'],
  webp_not_measured: ['Contrast and colors of webp images are not measured.'],
  image_not_measured: ['Contrast and colors of this image couldn’t be measured.'],
  pdf_text_read: ['The text of the PDF was read; its pictures and layout were not looked at.'],
  pdf_first_pages_read: ['Only the first of {all} pages were read: {count}.'],
  pdf_pages_empty: ['Pages without text, only pictures, were not read: {count} of {all}.'],
  pdf_pages_broken: ['Damaged pages were not read: {count} of {all}.'],
  not_utf8: ['The text is not UTF-8; it was read as Windows-1252.'],
  machine_transcript: [
    'The recording was transcribed automatically; words may be wrong. Its pictures were not looked at.',
  ],
  audio_transcript_read: ['The uploaded transcript was read; the sound of the recording was not analyzed.'],
  video_transcript_read: ['The uploaded transcript was read; picture and sound of the video were not analyzed.'],
} as const satisfies Record<string, Sentence>;
