const { join, relative } = require('node:path');
const { createTransformer } = require('@swc/jest');

const root = join(__dirname, '../..');
const INVOCATION = join(root, 'lib/local/invocation.ts');
const HANDLER = 'export const handler = ';
const REEXPORT = /export \{ (\w+) as handler \} from/;

/**
 * Announces a handler also to tests that call it by itself. The local stage announces those that it calls, for processes that
 * no transform sees.
 */
const announced = (source, filename) => {
  const unexported = source
    .replace(HANDLER, 'const unannounced: any = ')
    .replace(REEXPORT, 'import { $1 as unannounced } from');
  if (unexported === source) return source;
  const entry = JSON.stringify(relative(root, filename));
  return `${unexported}
import { invokeAs as announce } from ${JSON.stringify(INVOCATION)};
export const handler = unannounced && ((...args: unknown[]) => announce(${entry}, async () => unannounced(...args)));
`;
};

module.exports = {
  createTransformer: (options) => {
    const { canInstrument, getCacheKey, process } = createTransformer(options);
    return {
      canInstrument,
      getCacheKey: (source, filename, of) => getCacheKey(announced(source, filename), filename, of),
      process: (source, filename, of) => process(announced(source, filename), filename, of),
    };
  },
};
