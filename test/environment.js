import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import './calls/record.ts';

/** The CDK stays loaded, and parts of it hold on to the map of tokens that others look up here. */
const KEPT = '__cdkTokenMap';

const restore = (object, properties) => {
  for (const name of Reflect.ownKeys(object)) {
    if (!Object.hasOwn(properties, name) && name !== KEPT) Reflect.deleteProperty(object, name);
  }
  for (const name of Reflect.ownKeys(properties)) {
    if (properties[name].configurable) Object.defineProperty(object, name, properties[name]);
  }
};

const isOfPackage = (frame) => {
  const file = frame.getFileName();
  return !file || file.startsWith('node:') || file.includes('node_modules');
};

/** Jest maps every frame to its source; Playwright reads a stack with every message, and packages have no source maps. */
const mapOwnFrames = (format) => (error, frames) =>
  format(
    error,
    frames.map((frame) => (isOfPackage(frame) ? { isNative: () => true, toString: () => String(frame) } : frame)),
  );

/**
 * Node itself instead of a VM context: packages load once per worker, globals are fast to look up, and errors of Node are
 * instances of `Error`. A file's changes to globals and settings are undone at its end.
 */
export default class OneContext {
  global = globalThis;
  fakeTimers = null;
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #settings = Object.getOwnPropertyDescriptors(process.env);
  #exit = process.exit;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }

  async setup() {
    Error.prepareStackTrace = mapOwnFrames(Error.prepareStackTrace);
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    restore(globalThis, this.#globals);
    restore(process.env, this.#settings);
    process.exit = this.#exit;
  }
}
