import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Node, parseSync } from '@swc/core';

const root = join(import.meta.dirname, '../..');

/** Calls that refuse, or say why a page, a file or a model failed. */
const REFUSALS = new Set(
  `Refusal badRequest forbidden conflict gone unprocessable tooManyRequests Unreadable RunFailed ModelBusy ModelRefused
  ModelSilent`.split(/\s+/),
);
const CALLS = new Set([
  ...REFUSALS,
  'said',
  'notText',
  'writeFailure',
  'refine',
  'regex',
  'check',
  'email',
  'enum',
  'number',
  'webAddress',
]);
/** So do properties, variables and defaults of these names. */
const NAMES = /^(?:message|msg|detail|error|notes|unreadable|\w*[fF]ault)$/;

/** What a parsed file is made of, as far as it matters here. */
type Part = Node & Record<string, unknown>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'type' in value;

/** A piece of code and all that it is made of. What is thrown as a plain Error is a bug, and its words are for the log. */
const partsOf = (code: unknown, found: Part[] = []): Part[] => {
  if (typeof code !== 'object' || code === null) return found;
  if (isPart(code)) found.push(code);
  if (isPart(code) && code.type === 'NewExpression' && nameOf(code.callee) === 'Error') return found;
  for (const value of Object.values(code)) partsOf(value, found);
  return found;
};

interface Source {
  parts: Part[];
  /** What each name of the file stands for. */
  values: Map<string, Part>;
  /** The file that an imported name comes from. */
  imports: Map<string, string>;
}

const nameOf = (part: unknown): string => {
  if (!isPart(part)) return '';
  if (part.type === 'MemberExpression') return nameOf(part.property);
  if (part.type === 'AssignmentPattern') return nameOf(part.left);
  return part.type === 'Identifier' ? String(part.value) : '';
};

const sources = new Map<string, Source>();

const read = (path: string): Source => {
  const known = sources.get(path);
  if (known) return known;
  const parsed = parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', target: 'es2024' });
  const source: Source = { parts: partsOf(parsed as unknown as Part), values: new Map(), imports: new Map() };
  for (const part of source.parts) {
    if (part.type === 'VariableDeclarator' && isPart(part.init)) source.values.set(nameOf(part.id), part.init);
    if (part.type === 'ImportDeclaration' && !part.typeOnly) {
      const { source: from, specifiers } = part as unknown as { source: { value: string }; specifiers: Part[] };
      if (!from.value.startsWith('.')) continue;
      for (const { local } of specifiers) source.imports.set(nameOf(local), join(dirname(path), from.value));
    }
  }
  sources.set(path, source);
  return source;
};

const textOf = (part: Part): string => {
  if (part.type === 'StringLiteral') return String(part.value);
  if (part.type !== 'TemplateLiteral') return '';
  return (part.quasis as { cooked: string }[]).map(({ cooked }) => cooked).join('{}');
};

/** Without the places at its ends where another sentence stands. */
const alone = (text: string): string => text.replace(/^\{\} ?(?=[A-Z])/, '').replace(/(?<=[.!?]) ?\{\}$/, '');
const isSentence = (text: string): boolean => /^(?:[A-Z]|\{\} [a-z]).* /s.test(text);

/** The sentences in a piece of code, and in what its names stand for. */
const sentencesIn = (part: unknown, path: string, seen = new Set<unknown>()): string[] => {
  if (seen.has(part)) return [];
  seen.add(part);
  const { values, imports } = read(path);
  return partsOf(part).flatMap((one) => {
    const text = alone(textOf(one));
    if (isSentence(text)) return [text];
    if (one.type !== 'Identifier') return [];
    const from = imports.get(nameOf(one)) ?? path;
    const value = (from === path ? values : read(from).values).get(nameOf(one));
    // Another file's functions are looked at where they say something.
    const isOthers = from !== path && value?.type === 'ArrowFunctionExpression';
    return value && !isOthers ? sentencesIn(value, from, seen) : [];
  });
};

const isCall = (part: Part) => part.type === 'CallExpression' || part.type === 'NewExpression';

/** What a part says, where it is one of those that say something. */
const saidIn = (part: Part): unknown => {
  if (isCall(part) && CALLS.has(nameOf(part.callee))) return part.arguments;
  if (part.type === 'KeyValueProperty' && NAMES.test(nameOf(part.key))) return part.value;
  if (part.type === 'VariableDeclarator' && NAMES.test(nameOf(part.id))) return part.init;
  if (part.type === 'AssignmentPattern' && NAMES.test(nameOf(part.left))) return part.right;
  return undefined;
};

const paths = globSync(['functions/**/*.ts', 'web/client/*.ts'], { cwd: root }).sort();

/** Every sentence that the service may say, with `{}` where something is filled in, and the files that say it. */
export const sentencesOfTheService = (): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const file = join(root, path);
    const said = read(file).parts.flatMap((part) => sentencesIn(saidIn(part), file));
    for (const text of new Set(said)) found.set(text, [...(found.get(text) ?? []), path]);
  }
  return found;
};

/** The files in which something is refused with words that stand elsewhere. */
export const filesThatPassOn = (): string[] =>
  paths.filter((path) => {
    const file = join(root, path);
    const refusals = read(file).parts.filter((part) => isCall(part) && REFUSALS.has(nameOf(part.callee)));
    return refusals.some(({ arguments: given }) => partsOf(given).length > 0 && sentencesIn(given, file).length === 0);
  });
