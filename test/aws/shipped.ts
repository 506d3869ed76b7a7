import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Stack } from './assembly.ts';

/** `core-a1b2c3d4.js`: a name that changes with the file's contents, so that an older upload doesn't have it. */
const HASHED = /[\w-]+[-.][A-Za-z0-9_-]{8,}\.(?:js|css|json|woff2|png|svg|webp|html)\b/g;
const TEXT = /\.(?:js|mjs|json|html|css|txt|md)$/;

const filesIn = (path: string): string[] => {
  // Written by the synthesis itself, such as the dashboard's configuration, and removed after it.
  if (!existsSync(path)) return [];
  if (path.endsWith('.zip')) {
    return execFileSync('unzip', ['-Z1', path], { encoding: 'utf8' }).split('\n').filter(Boolean);
  }
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(path, name)).isFile());
};

export interface Upload {
  stack: Stack;
  id: string;
  /** Base names. */
  files: ReadonlySet<string>;
}

const keysOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Each stack's uploads into buckets for browsers. */
export const uploadsIn = (stacks: readonly Stack[]): Upload[] =>
  stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources)
      .filter(([, { Type }]) => Type === 'Custom::CDKBucketDeployment')
      .map(([id, { Properties = {} }]) => {
        const folders = keysOf(Properties.SourceObjectKeys).flatMap((key) => stack.assets.get(key) ?? []);
        return { stack, id, files: new Set(folders.flatMap(filesIn).map((name) => basename(name))) };
      }),
  );

export interface Shipped {
  stack: Stack;
  id: string;
  /** Hashed file names in what the function ships. */
  names: ReadonlySet<string>;
  dependsOn: readonly string[];
}

const named = new Map<string, Set<string>>();

const namesIn = (folder: string): Set<string> => {
  const known = named.get(folder);
  if (known) return known;
  const found = new Set<string>();
  for (const file of filesIn(folder).filter((name) => TEXT.test(name))) {
    for (const [name] of readFileSync(join(folder, file), 'utf8').matchAll(HASHED)) found.add(basename(name));
  }
  named.set(folder, found);
  return found;
};

/** Every Lambda whose code is one of our folders. */
export const shippedIn = (stacks: readonly Stack[]): Shipped[] =>
  stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources).flatMap(([id, { Type, Properties = {}, DependsOn = [] }]) => {
      const { S3Key } = (Properties.Code ?? {}) as { S3Key?: unknown };
      const folder = Type === 'AWS::Lambda::Function' ? stack.assets.get(String(S3Key)) : undefined;
      if (folder === undefined || folder.endsWith('.zip')) return [];
      return { stack, id, names: namesIn(folder), dependsOn: [DependsOn].flat() };
    }),
  );

/** Functions that name a file which is uploaded only after they are deployed. */
export const uploadFaults = (shipped: readonly Shipped[], uploads: readonly Upload[]): string[] =>
  shipped.flatMap(({ stack, id, names, dependsOn }) =>
    uploads
      .filter((upload) => upload.stack.stage === stack.stage)
      .filter((upload) => {
        const isBefore =
          upload.stack.name === stack.name ? dependsOn.includes(upload.id) : stack.after.has(upload.stack.name);
        return !isBefore && [...names].some((name) => upload.files.has(name));
      })
      .map((upload) => `${stack.name}: ${id} names files that ${upload.stack.name} uploads after it`),
  );
