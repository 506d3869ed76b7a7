import { LANGUAGES } from './config.ts';
import { loadLazy } from './lazy.ts';
import type { Language, Runtime } from './runtime.ts';

/** The core's texts; `window.SidenoteStrings` can override them, and those of the other chunks. */
const en = {
  news: 'New reply',
  title: 'Leave a note',
  mine: 'Your notes',
  close: 'Close',
  cancel: 'Cancel',
  about: 'What is it about?',
  element: 'Element',
  region: 'Area',
  text: 'Text',
  page: 'Page',
  picture: 'Picture',
  button: 'Button',
  link: 'Link',
  field: 'Field',
  heading: 'Heading',
  part: 'Part of the page',
  pickElement: 'Click what you want to comment on.\nOr use the arrow keys and Enter.',
  pickRegion: 'Drag over an area.\nOr use the arrow keys (Shift resizes) and Enter.',
  pickText: 'Select text on the page.',
  pickUse: 'Use this',
  wholePage: 'Whole page',
  body: 'Your note',
  placeholder: 'What’s wrong, or what would you change?',
  kind: 'Kind',
  bug: 'Bug',
  copy: 'Wording',
  design: 'Design',
  question: 'Question',
  idea: 'Idea',
  praise: 'Praise',
  other: 'Other',
  shot: 'Attach a screenshot',
  draw: 'Draw',
  attach: 'Add files',
  noFile: 'Couldn’t load this. Check your connection.',
  shotWait: 'Taking a screenshot…',
  shotCsp: 'Screenshots are blocked on this page. You can still send your note.',
  shotFail: 'Couldn’t take a screenshot. You can still send your note.',
  shotBig: 'This screenshot is too large to save. Send your note before you leave the page.',
  shotLost: 'The screenshot wasn’t saved. Check the box to take a new one.',
  autoFix: 'Let an agent fix this automatically',
  who: 'Get a reply (optional)',
  name: 'Name',
  email: 'Email',
  preview: 'See what we’ll send',
  send: 'Send',
  sending: 'Sending…',
  sent: 'Sent. Thank you!',
  queued: 'Saved. We’ll send it as soon as we can.',
  unstored: 'Couldn’t send or save this yet. Keep this page open, and we’ll try again.',
  refused: 'Couldn’t be sent',
  hear: 'We’ll email {email} when there’s news.',
  view: 'View your note',
  another: 'Leave another note',
  revoked: 'Your personal link is no longer valid. You can still send this anonymously.',
  anonymous: 'Send anonymously',
  failed: 'Couldn’t load your notes.',
  needLink: 'You need a personal link to leave notes here. Your draft is saved.',
  as: 'You’re writing as {name}.',
};
export type Key = keyof typeof en;

const language = (runtime: Runtime): string => {
  const locale = runtime.settings?.site.locale;
  return locale && locale !== 'auto' ? locale : document.documentElement.lang || navigator.language;
};

export const locale = (runtime: Runtime): Language | 'en' =>
  LANGUAGES.find((known) => language(runtime).toLowerCase().startsWith(known)) ?? 'en';

const translated = (runtime: Runtime, key: string): string | undefined =>
  window.SidenoteStrings?.[key] ?? runtime.words?.[locale(runtime)]?.[key];

export const t = (runtime: Runtime, key: Key): string => translated(runtime, key) ?? en[key];

/** English is part of the core, and what is shown if the page's language doesn't load. */
export const loadWords = async (runtime: Runtime): Promise<void> => {
  runtime.say = (key) => translated(runtime, key);
  const name = locale(runtime);
  if (name !== 'en') await loadLazy(runtime, name);
};
