import type { RuleId } from './catalog.ts';

/** The fault as a short sentence, and the repair as an instruction. */
export type RuleTexts = readonly [fault: string, fix: string];

export const ENGLISH: Readonly<Record<RuleId, RuleTexts>> = {
  contrast: ['Text has too little contrast.', 'Use a darker or lighter color until the contrast is at least 4.5:1.'],
  'image-alt': ['A picture has no text alternative.', 'Describe it in `alt`; give a decorative picture an empty one.'],
  'image-alt-words': ['A text alternative says nothing.', 'Describe the picture, not its file or the text next to it.'],
  'control-name': ['A button has no name.', 'Give it visible text or an `aria-label`.'],
  'link-name': ['A link has no text.', 'Write text into the link, or give its picture a text alternative.'],
  'field-label': ['A form field has no label.', 'Connect a visible `<label>` with the field.'],
  'field-autocomplete': [
    'A field for personal data cannot be filled in by the browser.',
    'Set a valid `autocomplete`, such as `email` or `postal-code`.',
  ],
  'label-mismatch': ['A control is named differently from its visible text.', 'Begin the name with the visible text.'],
  'tap-target': ['A tap target is too small.', 'Make it at least 24 × 24 px, or leave more space around it.'],
  'zoom-blocked': [
    'Zooming, turning or spacing out is blocked.',
    'Remove `user-scalable=no`, `maximum-scale` and fixed orientation or spacing.',
  ],
  'heading-one': ['The page has no main heading.', 'Put the page’s topic into one `<h1>`.'],
  'heading-order': ['A heading level is skipped.', 'Use the next level, and style it with CSS.'],
  'heading-empty': ['A heading is empty.', 'Write its text, or remove the heading.'],
  landmarks: ['The page’s regions are not marked correctly.', 'Use one `<main>`, and name repeated regions.'],
  'skip-link': [
    'Repeated blocks cannot be skipped.',
    'Add a `<main>`, headings or a working link to the content at the top.',
  ],
  'html-lang': ['The language is missing or invalid.', 'Set `lang` on `<html>`, such as `lang="en"`.'],
  'frame-title': ['An embedded frame has no title.', 'Say in its `title` what it contains.'],
  aria: ['An ARIA role or attribute is used incorrectly.', 'Use a native element, or correct the role and attributes.'],
  'hidden-focus': [
    'A control that screen readers cannot see takes the focus.',
    'Remove `aria-hidden`, or make the control inert as well.',
  ],
  'duplicate-id': ['Several elements have the same id.', 'Give each element its own id.'],
  'nested-control': ['A control is inside another control.', 'Put them next to each other.'],
  'list-structure': ['A list is built incorrectly.', 'Put only `<li>` into `<ul>` and `<ol>`, and terms into `<dl>`.'],
  'table-structure': ['A data table has no usable headers.', 'Mark its header cells as `<th>` with a `scope`.'],
  'media-captions': ['A video or recording has no captions.', 'Add a captions track.'],
  'media-autoplay': ['Sound or motion starts by itself.', 'Start it on request, or let people stop it.'],
  'keyboard-order': [
    'The order of the keyboard focus is forced.',
    'Remove positive `tabindex` and repeated access keys.',
  ],
  'keyboard-reach': [
    'Something that reacts to the mouse cannot be reached by keyboard.',
    'Use a `<button>` or a link, or add `tabindex="0"` and a role.',
  ],
  'link-by-color': ['Links in text differ only by color.', 'Underline them.'],
  'page-refresh': ['The page reloads or redirects by itself.', 'Remove the timed `<meta http-equiv="refresh">`.'],
  'pdf-tags': ['The PDF is not tagged.', 'Export it again as a tagged PDF.'],

  'viewport-missing': [
    'The page is not prepared for phones.',
    'Add `<meta name="viewport" content="width=device-width, initial-scale=1">`.',
  ],
  'sideways-scroll': ['The page scrolls sideways.', 'Let the widest element shrink or wrap.'],
  'text-small': ['Text is smaller than 12 px.', 'Set it to at least 12 px.'],
  'text-cut': ['Text is cut off.', 'Let its box grow with the text.'],
  'view-covered': ['Something covers most of the first view.', 'Make it smaller, or show it after people have read.'],
  'image-distorted': ['A picture is distorted.', 'Keep its aspect ratio, for example with `object-fit: cover`.'],
  'image-blurry': ['A picture is shown larger than it is.', 'Provide a larger picture.'],

  lcp: ['The main content appears late.', 'Load it first; send less before it.'],
  cls: ['The content moves while loading.', 'Reserve space for pictures, ads and fonts.'],
  'blocking-time': ['Scripts block the page.', 'Split long tasks, and load scripts when they are needed.'],
  'page-bytes': ['The page is heavy.', 'Compress pictures and scripts, and load them when they are needed.'],
  'image-oversized': ['A picture is much larger than shown.', 'Provide it in the size that is shown, with `srcset`.'],
  'image-space': ['A picture has no reserved space.', 'Set its `width` and `height`.'],

  'page-status': ['The page answers with an error.', 'Answer 200, or redirect to the right address.'],
  'page-empty': ['The page shows nothing.', 'Check that its scripts run, and show content without them.'],
  'console-error': ['A script fails.', 'Fix the error in the console.'],
  'request-failed': ['A file of the page cannot be loaded.', 'Correct its address, or put the file there.'],
  'image-broken': ['A picture cannot be displayed.', 'Correct its address, or remove it.'],

  'mixed-content': ['An encrypted page loads files without encryption.', 'Load them by `https:`.'],
  'form-insecure': ['A form sends its data without encryption.', 'Serve and submit it by `https:`.'],

  'link-dead': ['A link leads nowhere.', 'Correct its address, or remove it.'],
  'link-empty': ['A link has no destination.', 'Give it an address, or use a button.'],
  'link-target-missing': ['A link points to a place that is not on the page.', 'Correct its id.'],
  'link-words': ['A link’s text does not say where it leads.', 'Name the destination in the link.'],
  'link-private': ['A link leads to a developer’s machine.', 'Use the public address.'],

  'page-title': ['The page has no meaningful title.', 'Name the page and the site in `<title>`.'],
  description: ['The page has no description.', 'Summarize it in one or two sentences in `<meta name="description">`.'],
  'social-card': ['A shared link shows no title or picture.', 'Set `og:title` and `og:image`, with a full address.'],
  canonical: ['The canonical address is contradictory.', 'Name one full address, on this site.'],
  favicon: ['The page has no icon.', 'Link one with `<link rel="icon">`.'],
  doctype: ['The page runs in quirks mode.', 'Begin it with `<!doctype html>`.'],
  'structured-data': ['Structured data cannot be read.', 'Correct its JSON.'],

  spelling: ['A word is misspelled.', 'Correct the word.'],
  'doubled-word': ['A word is repeated.', 'Remove the repetition.'],
  'reading-ease': ['The text is hard to read.', 'Shorten sentences and words.'],
  'language-mismatch': ['The text is in another language than declared.', 'Correct `lang`.'],
  'broken-characters': ['Characters are garbled.', 'Serve the text as UTF-8, and repair it where it is stored.'],
  'placeholder-text': ['Placeholder text was left in.', 'Replace it with the real text.'],
  'unfilled-value': ['A value was not filled in.', 'Provide the value, or leave the phrase out.'],

  'sum-wrong': ['A total is wrong.', 'Calculate it again.'],
  'price-differs': ['The same thing has different prices.', 'Give it one price, or say why they differ.'],
  'count-wrong': ['A number does not match what follows.', 'Correct the number or the list.'],
  'date-passed': ['A date for something to come has passed.', 'Update it or remove it.'],
  'date-wrong': ['A date cannot be right.', 'Correct the date or the weekday.'],
  'copyright-year': ['The copyright year is old.', 'Update it, or leave the year out.'],
};
