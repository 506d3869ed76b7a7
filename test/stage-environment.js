import OneContext from './environment.js';
import './unsigned.js';

/** Adds the addresses and settings of this worker's stage: `tableFault` asks for one with that fault of the table. */
export default class StageEnvironment extends OneContext {
  #tableFault;

  constructor(config, context) {
    super(config, context);
    this.#tableFault = config.projectConfig.testEnvironmentOptions.tableFault;
  }

  async setup() {
    await super.setup();
    const { SIDENOTE_STAGES: stages, JEST_WORKER_ID: worker } = process.env;
    if (!stages) return;
    const query = this.#tableFault ? `?table_fault=${this.#tableFault}` : '';
    const answer = await fetch(`${stages}/${worker}${query}`);
    if (!answer.ok) throw new Error(await answer.text());
    Object.assign(process.env, await answer.json(), this.#tableFault && { TABLE_FAULT: this.#tableFault });
  }
}
