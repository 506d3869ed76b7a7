import { afterAll, beforeAll, describe, jest, test } from '@jest/globals';
import { ENGINES, type Engine, type Known } from './engines.ts';
import { type Person, personAt } from './person.ts';

type Name = Known['name'];

export interface EngineStand {
  name: Name;
  /** Runs a scene in a fresh tab, and always closes the tab. */
  on(scene: (person: Person) => Promise<void>): Promise<void>;
}

/** Defines the same tests once per browser. A browser that isn't installed is named in the output and counted as skipped. */
export const inBrowsers = (names: readonly Name[], define: (stand: EngineStand) => void): void => {
  for (const { name, launch } of ENGINES.filter((known) => names.includes(known.name))) {
    if (!launch) {
      process.stderr.write(`Skipped: ${name} is not installed. AGENTS.md says how to install it.\n`);
      test.skip(`${name} is not installed`, () => {});
      continue;
    }
    describe(name, () => {
      // On a busy machine, WebKitGTK's driver now and then doesn't answer a command at all.
      if (name === 'WebKit') jest.retryTimes(2, { logErrorsBeforeRetry: true });
      let engine: Engine;
      beforeAll(async () => {
        engine = await launch();
      }, 60_000);
      afterAll(() => engine?.close(), 60_000);
      define({
        name,
        async on(scene) {
          const tab = await engine.open();
          try {
            await scene(personAt(tab));
          } finally {
            await tab.close();
          }
        },
      });
    });
  }
};
