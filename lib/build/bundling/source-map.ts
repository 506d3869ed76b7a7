import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { place } from '../kept-build.ts';

/** Source maps by the id of their bundle; they never ship with it. */
export const MAPS = join(import.meta.dirname, '../../../dist/maps');

export const mapFile = (id: string, folder = MAPS): string => join(folder, `${id}.map`);

/** The object key under which CDK uploads a bundle's map: CDK hashes the hash that it is given. */
export const mapKey = (id: string): string => `${createHash('sha256').update(id).digest('hex')}.map`;

const nameOf = (entry: string) => {
  const file = basename(entry, '.ts');
  return file === 'index' ? basename(dirname(entry)) : file;
};

/**
 * Names a bundle `<function>@<id>.js` in its stack traces, so that a log line leads to the right source map regardless
 * of the release. The id depends only on the bundle.
 */
export const nameBundle = (entry: string, js: string): { js: string; id: string } => {
  const id = createHash('sha256').update(js).digest('hex').slice(0, 16);
  return { js: `${js}//# sourceURL=${nameOf(entry)}@${id}.js\n`, id };
};

/** Saves a bundle's map for `npm run trace` and the deploy. */
export const keepMap = (id: string, map: string): Promise<void> => place(mapFile(id), map);

export const hasMap = (id: string): boolean => existsSync(mapFile(id));

const PLACE = /([\w.-]+)@([0-9a-f]{16})\.js:(\d+):(\d+)/g;

/** The ids of the bundles named in a text's stack traces. */
export const bundlesIn = (text: string): { name: string; id: string }[] => [
  ...new Map([...text.matchAll(PLACE)].map(([, name = '', id = '']) => [id, { name, id }])).values(),
];

/** Maps each place in a stack trace to its source if `mapOf` knows the bundle's map. */
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
