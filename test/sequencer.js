import TestSequencer from '@jest/test-sequencer';

const LONG = [
  'proof/(bounds-|access-matrix|exposure|isolation|threads|faults|fuzz|erased-traces|restore|revoked)',
  'browser/(dashboard|engines|widget|public|end-to-end)',
  'render/',
  'facts/measured',
  'verification/verify-fix',
  'data/(erasure|export|rebind)',
  'demo/(allowance|captcha|model)',
  'local/stage',
  'reviews/(content|panel-by-content|replay|repeat-review|page-rating)',
  'workers/(purge|extract-review|refit-calibrator|notifications)',
  'access/over-the-wire',
  'security/(deleted|headers)',
];
const isLong = new RegExp(`/test/(${LONG.join('|')})`);

/** Starts long files first, so that no worker is left with one at the end: until Jest has measured times, it sorts by size. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const goesFirst = (one) => one.duration == null && isLong.test(one.path);
    return [...sorted.filter(goesFirst), ...sorted.filter((one) => !goesFirst(one))];
  }
}
