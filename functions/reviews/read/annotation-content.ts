import type { Thread } from '../../annotations/whole-thread.ts';
import { ELEMENT_NOTES } from '../../codes/reading-notes.ts';
import { saidFrom } from '../../codes/said.ts';
import { type Content, cutSpans, cutText, type Element, type Picture } from './content.ts';

type Captured = Thread['context']['captured'];

const MAX_ID = 120;

const KINDS: Readonly<Record<string, Element['kind']>> = {
  a: 'link',
  img: 'image',
  picture: 'image',
  svg: 'image',
  button: 'button',
  input: 'field',
  select: 'field',
  textarea: 'field',
  table: 'table',
  ul: 'list',
  ol: 'list',
  pre: 'code',
  code: 'code',
};

const note = saidFrom(ELEMENT_NOTES);

const elementOf = ({ anchor, page }: Captured): Element => {
  if (anchor.kind === 'page') return { id: 'page', kind: 'page', label: page.title ?? '' };
  const { selector = '', tag = '', name, text } = anchor;
  const id = selector && selector.length <= MAX_ID ? selector : 'element';
  const [, level] = /^h([1-6])$/i.exec(tag) ?? [];
  const label = name || text || '';
  if (level) return { id, kind: 'heading', label, level: Number(level) };
  return { id, kind: KINDS[tag.toLowerCase()] ?? 'other', label };
};

const TYPES: Readonly<Record<string, Picture['type']>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

const pictureOf = (key: string | null): Picture[] => {
  const type = key === null ? undefined : TYPES[key.slice(key.lastIndexOf('.') + 1)];
  return key !== null && type ? [{ element: 'screenshot', key, type }] : [];
};

const block = (title: string, text: string | undefined) => (text?.trim() ? [`${title}:\n${text.trim()}`] : []);

/** The widget cuts text at this length, and a word with it. */
const wholeWords = (text = '', most: number, partOfWord = /\s+\S{1,40}$/u): string =>
  text.length < most ? text : text.replace(partOfWord, '');

const wordsOf = ({ anchor, page, selection }: Captured): string => {
  const selected = selection && [
    wholeWords(selection.prefix, 100, /^\S{1,40}\s+/u),
    wholeWords(selection.text, 2000),
    wholeWords(selection.suffix, 100),
  ];
  const { name = '', text = '' } = anchor;
  const own = name.includes(text) ? [name] : [name, text];
  return [
    ...block('Page', [page.title, page.route].filter(Boolean).join('\n')),
    ...block('Selected text', selected?.filter(Boolean).join(' ')),
    ...block('Text of the element', own.map((one) => wholeWords(one, 200)).join('\n')),
  ].join('\n\n');
};

const codeOf = ({ html, styles = {} }: Captured): string => {
  const declarations = Object.entries(styles).map(([name, value]) => `${name}: ${value};`);
  return [...block('HTML of the element', html), ...block('Styles of the element', declarations.join('\n'))].join(
    '\n\n',
  );
};

export const annotationContent = ({ context }: Thread): Content => {
  const { captured, body, screenshot_key } = context;
  const pictures = pictureOf(screenshot_key);
  const code = codeOf(captured);
  const text = [wordsOf(captured), code].filter(Boolean).join('\n\n');
  const kept = cutText(text);
  return {
    input_type: 'site',
    title: captured.page.title ?? null,
    url: captured.page.url,
    language: null,
    ...kept,
    code: cutSpans([[text.length - code.length, text.length]], kept.text.length),
    elements: [
      elementOf(captured),
      ...pictures.map(
        ({ element }): Element => ({ id: element, kind: 'screenshot', label: 'The page as the visitor saw it' }),
      ),
    ],
    pictures,
    notes: [note(pictures.length > 0 ? 'element_and_screenshot_read' : 'element_read')],
    comment: body,
  };
};
