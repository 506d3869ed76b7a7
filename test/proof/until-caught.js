import OneContext from '../environment.js';

/** Skips the rest of a file once an assertion failed: one is enough to catch a mutation. */
export default class UntilCaught extends OneContext {
  #isCaught = false;

  handleTestEvent({ name, test, error }) {
    if (name === 'test_fn_failure' && String(error?.message).includes('expect(received)')) this.#isCaught = true;
    if (name === 'test_start' && this.#isCaught) test.mode = 'skip';
  }
}
