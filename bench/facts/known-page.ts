import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Entry {
  rule: string;
  view: string | undefined;
  selector: string | undefined;
  quote: string | undefined;
  what: string;
}

/** A page with its faults and near-misses, in the form of bench/facts/README.md. */
export interface KnownPage {
  name: string;
  path: string | undefined;
  stage: string | undefined;
  isHeldOut: boolean;
  headers: [string, string][];
  statuses: [status: number, path: string][];
  pages: string[];
  fallback: string | undefined;
  faults: Entry[];
  nearMisses: Entry[];
}

const entryOf = (line: string): Entry => {
  const [rule = '', where = '', ...what] = line
    .slice(2)
    .split('|')
    .map((part) => part.trim());
  const [id = '', view] = rule.split('@');
  const quote = /^"(.*)"$/.exec(where)?.[1];
  return {
    rule: id,
    view,
    selector: quote === undefined ? where || undefined : undefined,
    quote,
    what: what.join('|'),
  };
};

export const readKnownPage = (name: string, text: string): KnownPage => {
  const lines = text.split('\n').map((line) => line.trim());
  const settings = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}: `)).map((line) => line.slice(key.length + 2).trim());
  return {
    name,
    path: settings('path')[0],
    stage: settings('stage')[0],
    isHeldOut: settings('half')[0] === 'held out',
    headers: settings('header').map((line) => {
      const [key = '', ...value] = line.split(': ');
      return [key, value.join(': ')];
    }),
    statuses: settings('status').map((line) => [Number.parseInt(line, 10), line.replace(/^\d+ /, '')]),
    pages: settings('page').flatMap((line) => line.split(' ')),
    fallback: settings('fallback')[0],
    faults: lines.filter((line) => line.startsWith('+ ')).map(entryOf),
    nearMisses: lines.filter((line) => line.startsWith('- ')).map(entryOf),
  };
};

export const readKnownPages = async (folder: string): Promise<KnownPage[]> => {
  const names = (await readdir(folder)).sort();
  const pages = names.map(async (name) => {
    const text = await readFile(join(folder, name, 'faults.txt'), 'utf8').catch(() => undefined);
    return text === undefined ? [] : [readKnownPage(name, text)];
  });
  return (await Promise.all(pages)).flat();
};
