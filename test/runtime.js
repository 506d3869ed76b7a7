import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import JestRuntime from 'jest-runtime';

const require = createRequire(import.meta.url);
const PACKAGES = { conditions: ['node', 'node-addons', 'module-sync', 'import', 'default'] };
const compiled = new Map();

/**
 * Jest's own runtime gives each test file new instances of all modules. This one does so for our modules only, and compiles
 * each of them once per worker. Packages are loaded by Node, as in production.
 */
export default class Runtime extends JestRuntime {
  #resolver;

  constructor(config, environment, resolver, ...more) {
    super(config, environment, resolver, ...more);
    this.#resolver = resolver;
    const { executor } = this;
    executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = compileFunction(source, executor.injectedModuleParameters, { filename });
      compiled.set(filename, { source, run });
      return run;
    };
  }

  requireModule(from, name, options, isRequireActual) {
    const isPackage = name && /^[^./]/.test(name) && !options?.isInternalModule && !this.#resolver.isCoreModule(name);
    if (isPackage) return require(this.#resolver.resolveModule(from, name, PACKAGES));
    return super.requireModule(from, name, options, isRequireActual);
  }
}
