import type { Lazy, Runtime } from './runtime.ts';

/** A hash of all lazy chunks, set by the build. */
declare const LAZY_HASH: string;

export const loadLazy = (runtime: Runtime, name: Lazy): Promise<unknown> => {
  runtime.config[name] = `${runtime.config.base}/widget/${name}.${LAZY_HASH}.js`;
  return runtime.load(name);
};
