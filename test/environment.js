import { TestEnvironment } from 'jest-environment-node';
import { useSettings } from './calls/record.ts';

/** Node, with the addresses and settings of the stage that belongs to this test process. */
export default class StageEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    useSettings(() => this.global.process.env);
    const { SIDENOTE_STAGES: stages, JEST_WORKER_ID: worker } = process.env;
    if (!stages) return;
    const answer = await fetch(`${stages}/${worker}`);
    if (!answer.ok) throw new Error(await answer.text());
    const settings = await answer.json();
    // The second is what programs inherit that a test starts.
    for (const environment of [this.global.process.env, process.env]) Object.assign(environment, settings);
  }
}
