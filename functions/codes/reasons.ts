import type { Sentence } from './sentence.ts';

/** Why a review or a persona of it failed, and notes on how content was read, by code. */
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
  page_needs_scripts: [
    'The page draws its text with scripts; little of it could be read.',
    'Send a page that has its text in its HTML.',
  ],
  page_empty: [
    'Nothing on the page could be read. Pages that draw their text with scripts can’t be reviewed by address.',
    'Upload a PDF or a screenshot of it.',
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
  dimensions_missing: ['The model said nothing about {dimensions}.'],
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
  model_not_recorded: ['Nothing is recorded for this prompt.', 'Record {file}.'],

  // Notes for readers of a review
  element_and_screenshot_read: ['The selected element and the screenshot were read, not the whole page.'],
  element_read: ['The selected element was read, not the whole page; the note has no screenshot.'],
  page_cut: ['The page is over 1 MB of HTML; its end wasn’t read.'],
  document_cut: ['The document is over 4 MB of HTML; its end wasn’t read.'],
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
