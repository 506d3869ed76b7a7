import { noteText } from '../../../../read/content.ts';
import { between, count, listed, named, type Observation, type Probe, quoting } from '../observation.ts';
import { placesFor } from '../places.ts';
import type { Document } from '../read-document.ts';

const codeSamples = (document: Document): Observation | string => {
  const { code, words } = document;
  const inline = document.units.filter(({ text }) => /`[^`\n]{2,}`/.test(text));
  const isTechnical = document.units.some(({ lower }) =>
    /\b(?:api|install|command|function|library|endpoint|request|cli|script|code|npm|repository|befehl|schnittstelle)\b/.test(
      lower,
    ),
  );
  if (code.length === 0 && inline.length === 0 && !isTechnical) return 'nothing in it speaks of commands or code';
  if (code.length === 0)
    return {
      score: inline.length > 0 ? 2.3 : 1.6,
      comment: `No block of code in ${count(words, 'word')} that speak of code or commands; ${count(inline.length, 'passage')} with code inside a sentence.`,
      suggestion: 'Give one complete example that can be copied, with what it prints.',
      evidence: [...inline.map(({ text }) => quoting(text)), ...placesFor(document, 'start')],
    };
  const gaps = code.filter(({ text }) => /\.{3}|…|\bTODO\b|<your[^>]*>|\bfoo\b|\bbar\b|\bYOUR_[A-Z_]+/.test(text));
  const first = document.blocks.slice(0, code[0]?.index ?? 0).reduce((sum, block) => sum + block.words, 0);
  const shown = document.units.filter(({ lower }) =>
    /\b(?:output|prints?|returns?|responds?|response|result|you (?:should |will )?see|ausgabe|antwort)\b/.test(lower),
  ).length;
  return {
    score: Math.max(
      1,
      Math.min(
        4.8,
        2.6 +
          Math.min(1, code.length * 0.25) +
          between(first, 400, 60) * 0.16 +
          (shown > 0 ? 0.6 : 0) -
          (gaps.length / code.length) * 1.5,
      ),
    ),
    comment: `${count(code.length, 'block')} of code, the first after ${count(first, 'word')}; ${gaps.length} leave something out or open (“…”, “YOUR_KEY”); ${count(shown, 'passage')} tell what comes back.`,
    suggestion:
      shown === 0
        ? 'Show after each example what it prints or answers.'
        : gaps.length > 0
          ? undefined
          : 'Add one example that fails, and what is seen then.',
    evidence: [
      ...gaps.map(({ text }) =>
        quoting(text, 'The quoted block leaves something out.', 'Write it in full, with values that work.'),
      ),
      ...code.map(({ text }) => quoting(text)),
    ].slice(0, 8),
  };
};

const SECRET = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  [
    'an access key',
    /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}|\bsk-[A-Za-z0-9_-]{20,}|\bxox[abpr]-[\w-]{10,}|\bsvat_[A-Za-z0-9]{20,}|\bglpat-[\w-]{15,}|\bAIza[\w-]{30,}/,
  ],
  [
    'a password or token with its value',
    /\b(?:password|passwort|passwd|pwd|secret|token|api[_-]?key)["']?\s*[:=]\s*["']?(?!<|\$|\{|your|xxx|\*|example|null|true|false|required|string|process)[^\s"'<>]{6,}/i,
  ],
  ['credentials in an address', /\b[a-z]{3,9}:\/\/[^\s/:@]{1,60}:[^\s/@]{3,60}@/i],
] as const;
const INTERNAL =
  /\b(?:10\.\d{1,3}\.\d{1,3}\.\d{1,3}|192\.168\.\d{1,3}\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])\.\d{1,3}\.\d{1,3})\b|\b[\w-]+\.(?:internal|corp|local|intra|lan)\b|\bat [\w.$]+ ?\([\w/.-]+:\d+:\d+\)|\bTraceback \(most recent/;

const secrets = (document: Document): Observation | string => {
  const units = [...document.units, ...document.codeLines];
  if (units.length === 0) return 'there is no text';
  const keys = units.flatMap((unit) => {
    const kind = SECRET.find(([, look]) => look.test(unit.text))?.[0];
    return kind ? [{ unit, kind }] : [];
  });
  const internals = units.filter(({ text }) => INTERNAL.test(text));
  const masked = (text: string) => text.trim().slice(0, 24);
  return {
    score: keys.length > 0 ? 1 : Math.max(2, 4.6 - internals.length * 0.7),
    comment:
      keys.length + internals.length === 0
        ? `No key, password, internal address or stack trace of the looked-for forms was found in ${count(document.words, 'word')} and ${count(document.codeLines.length, 'line')} of code. Other forms would not be seen.`
        : `${count(keys.length, 'likely secret')}${keys.length > 0 ? ` (${listed([...new Set(keys.map(({ kind }) => kind))])})` : ''} and ${count(internals.length, 'internal address or trace', 'internal addresses or traces')} were found.`,
    suggestion:
      keys.length > 0
        ? 'Take it out, revoke it today, and put in a placeholder that cannot be mistaken.'
        : internals.length > 0
          ? 'Replace internal names by examples.'
          : 'Look into screenshots too; they were not read.',
    evidence:
      keys.length + internals.length > 0
        ? [...keys.map(({ unit }) => quoting(masked(unit.text))), ...internals.map(({ text }) => quoting(text))].slice(
            0,
            6,
          )
        : [...document.codeLines.slice(0, 3).map(({ text }) => quoting(text)), ...placesFor(document, 'page')],
  };
};

const naming = (document: Document): Observation | string => {
  const text = [...document.code.map((block) => block.text), ...document.units.map((unit) => unit.text)]
    .join('\n')
    .slice(0, 60_000);
  const keys = (look: RegExp) => [...new Set([...text.matchAll(look)].slice(0, 200).map(([word]) => word))];
  const snake = keys(/\b[a-z]{2,20}(?:_[a-z0-9]{1,20}){1,4}\b/g);
  const camel = keys(/\b[a-z]{2,20}(?:[A-Z][a-z0-9]{1,20}){1,4}\b/g).filter(
    (word) => !/^(?:iPhone|iPad|macOS|eBay|iOS)/.test(word),
  );
  if (snake.length + camel.length < 3) return 'fewer than three names of fields or functions were read';
  const minor = Math.min(snake.length, camel.length);
  const dates = [/\b\d{4}-\d\d-\d\dT/, /\b1[5-9]\d{8}(?:\d{3})?\b/, /\b\d\d\/\d\d\/\d{4}\b/].filter((look) =>
    look.test(text),
  ).length;
  return {
    score: Math.max(1, between(minor / (snake.length + camel.length), 0.5, 0) - Math.max(0, dates - 1)),
    comment: `${snake.length} names in snake_case, ${camel.length} in camelCase; times in ${count(dates, 'form')}.`,
    suggestion:
      minor > 0
        ? `Choose one: ${listed([...(snake.length < camel.length ? snake : camel)].slice(0, 3).map((word) => named(word)))} stand apart.`
        : 'Compare the envelopes of two lists by hand.',
    evidence: [...document.codeLines, ...document.units]
      .filter((unit) => (snake.length < camel.length ? snake : camel).some((word) => unit.text.includes(word)))
      .slice(0, 6)
      .map(({ text: line }) => quoting(line))
      .concat(placesFor(document, 'page')),
  };
};

const scripts = (document: Document): Observation | string => {
  const { content, words } = document;
  if (content.input_type !== 'site' && content.elements.length === 0) return 'it is no page that loads anything';
  const told = content.notes.map(noteText).filter((note) => /script/i.test(note));
  return {
    score: told.length > 0 ? 1.4 : between(words, 20, 250) * 0.4 + 2.6,
    comment: `${count(words, 'word')} and ${count(content.elements.length, 'element')} were read without running a script${told.length > 0 ? `; the reading says: ${named(told[0] ?? '', 140)}` : ''}. What fonts, styles and pictures do was not seen.`,
    suggestion:
      told.length > 0
        ? 'Send the main text and the main action with the first answer.'
        : 'Check forms and menus with scripts turned off.',
    evidence: placesFor(document, 'page'),
  };
};

const wide = (document: Document): Observation | string => {
  const { tables, code, units } = document;
  const columns = document.blocks
    .filter(({ kind }) => kind === 'table')
    .map(({ text }) => (text.split('\n')[0]?.match(/[|\t]/g)?.length ?? 0) + 1);
  const giant = units.filter(({ text }) => /\S{45,}/.test(text));
  const longCode = document.codeLines.filter(({ text }) => text.length > 90);
  if (tables + code.length + giant.length === 0)
    return 'no table, code or long unbroken word was read that could be too wide';
  return {
    score: Math.max(
      1,
      4.4 -
        Math.max(0, (Math.max(0, ...columns) - 4) * 0.5) -
        giant.length * 0.4 -
        Math.min(1.5, longCode.length * 0.2),
    ),
    comment: `${count(tables, 'table')}${columns.length > 0 ? `, the widest with ${Math.max(...columns)} columns` : ''}, ${longCode.length} lines of code over 90 characters, ${count(giant.length, 'passage')} with a word of 45 characters or more.`,
    suggestion: 'Let each scroll by itself, or turn rows into a list on narrow screens.',
    evidence: [
      ...document.blocks.filter(({ kind }) => kind === 'table').map(({ text }) => quoting(text)),
      ...longCode.map(({ text }) => quoting(text)),
      ...giant.map(({ text }) => quoting(text)),
      ...document.content.elements.filter(({ kind }) => kind === 'table').map(({ id }) => ({ element: id })),
    ].slice(0, 6),
  };
};

/** Code, and what shows of a page's making. */
export const codeProbes: readonly Probe[] = [
  {
    id: 'code-samples',
    names: 'first call|examples|runs as written|api-designer:first call|docs-engineer:examples',
    topics: 'code example sample copy command call snippet',
    run: codeSamples,
  },
  {
    id: 'secrets',
    names: 'exposed secrets and internals',
    topics: 'secret key password leak expos internal',
    run: secrets,
  },
  {
    id: 'naming',
    names: 'predictable shapes',
    topics: 'shape naming pattern predict snake camel type envelope',
    run: naming,
  },
  {
    id: 'without-scripts',
    names: 'robustness',
    topics: 'robust script load critical path render fail',
    run: scripts,
  },
  { id: 'wide-content', names: 'reflow', topics: 'reflow narrow wide table column zoom scroll', run: wide },
];
