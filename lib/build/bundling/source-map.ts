import { existsSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../../../functions/kit/sha256.ts';
import { writeAtomically } from '../build-cache.ts';

export const MAPS = join(import.meta.dirname, '../../../dist/maps');

export const mapFile = (id: string, folder = MAPS): string => join(folder, `${id}.map`);

/** CDK hashes the hash that it is given. */
export const mapKey = (id: string): string => `${sha256(id)}.map`;

const nameOf = (entry: string) => {
  const file = basename(entry, '.ts');
  return file === 'index' ? basename(dirname(entry)) : file;
};

/** With the bundle's id in stack traces, a log line leads to the right source map in any release. */
export const nameBundle = (entry: string, js: string): { js: string; id: string } => {
  const id = sha256(js).slice(0, 16);
  return { js: `${js}//# sourceURL=${nameOf(entry)}@${id}.js\n`, id };
};

export const keepMap = (id: string, map: string): Promise<void> => writeAtomically(mapFile(id), map);

export const hasMap = (id: string): boolean => existsSync(mapFile(id));

const PLACE = /([\w.-]+)@([0-9a-f]{16})\.js:(\d+):(\d+)/g;

export const bundlesIn = (text: string): { name: string; id: string }[] => [
  ...new Map([...text.matchAll(PLACE)].map(([, name = '', id = '']) => [id, { name, id }])).values(),
];

export const traceSources = (text: string, mapOf: (id: string) => SourceMapPayload | undefined): string => {
  const maps = new Map<string, SourceMap | undefined>();
  const find = (id: string) => {
    if (!maps.has(id)) {
      const payload = mapOf(id);
      maps.set(id, payload && new SourceMap(payload));
    }
    return maps.get(id);
  };
  return text.replace(PLACE, (place, _name, id: string, line: string, column: string) => {
    const origin = find(id)?.findOrigin(Number(line), Number(column));
    return origin && 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : place;
  });
};
