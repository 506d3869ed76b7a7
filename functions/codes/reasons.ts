import type { Sentence } from './sentence.ts';

export const REASONS = {
  // Why a page, a file or a recording could not be read
  too_many_redirects: ['This address redirects more than {max} times.', 'Send the address that it ends at.'],
  not_a_page: [
    'This address is not a page: only HTML, Markdown and plain text are read.',
    'Upload other files instead.',
  ],
  page_not_unpacked: ['The response of this address can’t be unpacked.', 'Upload the page as a file instead.'],
  page_error_status: [
    'The page answers with status {status}.',
    'Check the address, and that anyone can open it without signing in.',
  ],
  page_unreachable: [
    'This address can’t be reached.',
    'Send the address of a page that anyone can open: http or https, on port 80 or 443, without a user name or password. If it is correct, try again later.',
  ],
  page_behind_login: [
    'This page asks visitors to sign in.',
    'Send a page that anyone can open, or upload a PDF or screenshots of it.',
  ],
  page_stuck: [
    'The scripts of this page keep the browser busy, so it could not be read.',
    'Check the page for scripts that never end.',
  ],
  page_timeout: ['This page took longer than a minute.', 'Try again later, or send a page that is smaller.'],
  no_browser: [
    'No browser is installed where this service runs.',
    'The operator can install Google Chrome or Microsoft Edge.',
  ],
  verify_whole_page: ['The note is about the whole page, so there is no element to compare.'],
  verify_other_origin: ['The page is not on an origin of the site.', 'Add its origin to the site’s allowed origins.'],
  verify_limit: ['The workspace has checked {max} notes today.', 'Check this one tomorrow.'],
  verify_too_large: ['The page has too many elements to search all of them.'],
  verify_words_unclear: ['The words may be in several places on the page, or in a text that is too long to search.'],
  verify_selector_unclear: ['The element’s selector no longer leads to it, and too little else is known about it.'],
  verify_no_picture: ['There is no picture of the element to compare with.'],
  verify_drawn_on: ['The picture was drawn on, so it can’t be compared with the page.'],
  verify_other_page: ['The page sent the browser to another page.', 'Check whether it asks visitors to sign in.'],
  verify_query: ['The page’s address had a query, which isn’t stored, so the page was opened without it.'],
  verify_fix_unseen: ['A fix of this fault need not change how the element looks.', 'Review the page again.'],
  verify_unsure: [
    'The pictures differ too little to say that the element changed, and too much to say that it did not.',
  ],
  page_needs_scripts: [
    'The page draws its text with scripts; little of it could be read.',
    'Send a page that has its text in its HTML.',
  ],
  page_empty: [
    'Nothing on the page could be read. Pages that draw their text with scripts can’t be reviewed by address.',
    'Upload a PDF or a screenshot of it.',
  ],
  page_too_short: [
    'Too few words could be read on this page: {count}. A review needs at least {min}.',
    'Send a page with more text in its HTML, or send the text itself.',
  ],
  page_not_measured: [
    'Too little of this page could be measured.',
    'Send the address of a page with headings, text and links.',
  ],
  reading_too_costly: [
    'Reading this would take too long or too much memory.',
    'Send less of it, or save it in a simpler form.',
  ],
  unreadable: ['This can’t be read. It may be damaged.', 'Save it again and send it again.'],
  docx_old_or_protected: [
    'The file is an old Word document or password-protected.',
    'Save it as DOCX without a password.',
  ],
  not_docx: ['The file is not a Word document (DOCX).', 'Save it as one, or upload it under its own type.'],
  docx_damaged: ['The Word document is damaged and can’t be opened.', 'Save it again and upload it.'],
  text_empty: ['The text contains nothing that can be read.', 'Send text with words in it.'],
  file_empty: [
    'The file contains no text.',
    'If it is a page that draws its text with scripts, upload a PDF or a screenshot of it.',
  ],
  transcript_empty: ['The transcript contains no text.', 'Upload another one.'],
  image_truncated: ['The image is damaged: its end is missing.', 'Upload it again.'],
  pdf_protected: ['The PDF is password-protected.', 'Upload it without a password.'],
  pdf_damaged: ['The PDF is damaged and can’t be opened.', 'Save it again and upload it.'],
  not_pdf: ['The file is not a PDF.', 'Upload it under its own type.'],
  pdf_pages_damaged: ['The PDF is damaged: none of its pages can be read.', 'Save it again and upload it.'],
  pdf_pictures_only: [
    'The PDF contains no text, only pictures of it.',
    'Run text recognition (OCR) on it, or upload its pages as images.',
  ],
  file_is_pdf: ['The file is a PDF, not text.', 'Upload it under its own type.'],
  file_is_zip: ['The file is a ZIP file, like Word documents, not text.', 'Upload it under its own type.'],
  file_is_image: ['The file is an image, not text.', 'Upload it under its own type.'],
  file_is_old_word: ['The file is an old Word document, not text.', 'Save it as DOCX and upload that.'],
  file_is_rtf: ['The file is RTF, not plain text.', 'Save it as text or DOCX and upload that.'],
  not_text: ['The file is not text.', 'Upload a text file.'],
  file_damaged: ['The file is damaged and can’t be unpacked.', 'Save it again and upload it.'],
  file_too_many_parts: ['The file has too many parts.', 'Save it again and upload it.'],
  file_protected: ['The file is password-protected.', 'Upload it without a password.'],
  file_unpacks_too_large: [
    'The file unpacks to more than can be read.',
    'Split it, or save it without embedded content.',
  ],
  transcript_unreadable: ['The transcript of the recording can’t be read.', 'Upload a transcript with the recording.'],
  transcription_failed: ['The recording couldn’t be transcribed.', 'Upload a transcript with the recording.'],
  transcription_failed_because: [
    'The recording couldn’t be transcribed: {reason}.',
    'Upload a transcript with the recording.',
  ],
  transcript_lost: [
    'The recording was transcribed, but its transcript is gone.',
    'Upload a transcript with the recording.',
  ],
  recording_not_transcribable: [
    'The recording can’t be transcribed as it is.',
    'Upload a transcript with the recording.',
  ],
  no_speech: ['No speech was found in the recording.', 'Upload a recording with speech, or a transcript.'],
  no_transcriber: [
    'This service can’t transcribe recordings.',
    'Upload a transcript (WebVTT, SubRip or plain text) and send its key as transcript_key.',
  ],
  reading_never_ended: [
    'This couldn’t be read after several attempts.',
    'Save it in a simpler form, then start a new review.',
  ],
  transcription_timeout: [
    'The recording wasn’t transcribed in time.',
    'Upload a transcript with the recording, then start a new review.',
  ],
  input_unreachable: ['The content of this review was unreachable for several minutes.', 'Start a new review later.'],
  upload_expired: [
    'The uploaded file is gone: uploads are kept for a day.',
    'Upload it again, then start a new review.',
  ],
  upload_changed: ['The uploaded file changed while it was read.', 'Upload it again, then start a new review.'],

  // Why a persona has no verdict
  no_verdict: ['No persona reached a verdict.'],
  attempts_exhausted: ['It was tried {count} times and never finished.', 'Start a new review later.'],
  tried: ['It was tried {count} times.', 'Start a new review later.'],
  pictures_unreachable: ['The pictures are unreachable.'],
  model_timeout: ['The model didn’t answer in time.'],
  answer_leaked_instructions: [
    'The answer repeated the reviewer’s instructions, which happens when the content asks for them. It was discarded.',
  ],
  answer_unusable: ['The model gave no usable answer, even when asked again.'],
  model_failed: ['The model failed unexpectedly.'],
  panel_cannot_judge: [
    'Nothing that this panel judges can be seen in the content, so it was not judged.',
    'Choose other personas, or send a picture.',
  ],
  only_orders: ['Without the orders to its reviewers, there is nothing to judge in the content.'],
  picture_too_large: [
    'The picture is too large for the model, which takes 3.75 MB and 8000 pixels a side.',
    'Upload a smaller one.',
  ],
  nothing_to_judge: [
    'There is nothing to judge: no text or picture could be read.',
    'Send content with text or a picture.',
  ],
  model_declined: ['The model declined to judge this content.'],
  model_refused: ['The model refused the request.'],
  model_refused_status: ['The model refused the request ({status}).'],
  answer_too_long: ['The model gave an answer of over 200 KB.'],
  model_throttled: ['The model is throttled.'],
  model_unreachable: ['The model is unreachable or overloaded.'],
  content_too_long: ['The content is too long for the model.', 'Send a part of it.'],
  model_access_denied: ['The model refused access.', 'The operator of this service must set it up.'],
  model_not_found: ['The model doesn’t exist.', 'The operator of this service must set it up.'],
  model_missing: ['The service no longer has a model.', 'Start a new review.'],
  model_not_recorded: ['Nothing is recorded for this prompt.', 'Record {file}.'],
} as const satisfies Record<string, Sentence>;
