import { visible, visibleLine } from '../../kit/text/visible.ts';

/** They open a mark, an entity, HTML, a table's cell or (`:` and `.` in addresses, `@`) an automatic link. */
const MARKS = /[\\`*_[\]<>|~&$@]|:(?=\/)|(?<=\bwww)\./gi;
const BLOCK = /^(?:[#+=-]|\d+(?=[.)](?:\s|$)))/;

const escaped = (line: string): string => {
  const marked = line.replace(MARKS, '\\$&');
  const [begin = ''] = BLOCK.exec(marked) ?? [];
  return /^\d/.test(begin) ? `${begin}\\${marked.slice(begin.length)}` : begin ? `\\${marked}` : marked;
};

/** Others' text, escaped so that it stays text. */
export const lineOf = (text: string): string => escaped(visibleLine(text));

export const briefOf = (text: string, most: number): string => {
  const line = visibleLine(text);
  if (line.length <= most) return escaped(line);
  const start = line.slice(0, most).toWellFormed();
  const space = start.lastIndexOf(' ');
  return `${escaped(space > most / 2 ? start.slice(0, space) : start)} …`;
};

export const paragraphsOf = (text: string): string =>
  visible(text)
    .split('\n')
    .map((line) => escaped(line.replace(/[^\S\n]+/g, ' ').trim()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

export const quoteOf = (text: string): string =>
  paragraphsOf(text)
    .split('\n')
    .map((line) => (line ? `> ${line}` : '>'))
    .join('\n');

/** On one line; nothing in the text closes the code. */
export const codeOf = (text: string): string => {
  const line = visibleLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return line ? `${ticks}${space}${line}${space}${ticks}` : '';
};

/** For the texts of our rules, which name elements and attributes in code. */
export const ruleTextOf = (text: string): string =>
  text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? codeOf(part) : part && escaped(part)))
    .join('');
