import TestSequencer from '@jest/test-sequencer';

/** The longest first. */
const LONG = [
  'render/hostile',
  'aws/cfn-lint',
  'proof/(faults|reviews-under-faults|fuzz|deletes|demo-pages|calibration-mutants)',
  'browser/(engines|first-day|dashboard/follow-changes)',
  'proof/(bounds-|leaving|paging|export|notified|wallet|teams)',
  'demo/(allowance|captcha|model)',
  'data/(erasure|export|rebind)',
  'security/(deleted|headers)',
  'workers/(purge|extract-review|refit-calibrator|notifications)',
  'proof/(access-matrix|exposure|extracted|hostile|isolation|lockout|owners|restore|revoked|threads|erased-traces)',
  'browser/(dashboard|widget|public|end-to-end)',
  'render/',
  'facts/measured',
  'verification/verify-fix',
  'local/stage',
  'reviews/(content|panel-by-content|replay|repeat-review|page-rating)',
  'access/over-the-wire',
].map((files) => new RegExp(`/test/(${files})`));

/** They wait for timers and queues more than they compute. */
const WAITING =
  /\/test\/(threads\/(mails|mail-answers|internal-notes)|webhooks\/(deliver-webhook|purge-webhook)|notifications\/|changes\/list-changes|operations\/switches|workspaces\/settings)/;

/** One of the first at a time among the others, which need the processor meanwhile. */
const spread = (waiting, others) => {
  const every = Math.max(1, Math.floor((others.length * 0.8) / (waiting.length || 1)));
  return others
    .flatMap((one, at) => (at % every === 0 && waiting.length > 0 ? [waiting.shift(), one] : [one]))
    .concat(waiting);
};

/**
 * Starts long files first, so that no worker is left with one at the end: until Jest has measured times, it sorts by size.
 * Units go before them, while a clean checkout builds what stages serve.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rankOf = (one) => {
      const found = one.duration == null ? LONG.findIndex((files) => files.test(one.path)) : -1;
      return found < 0 ? LONG.length : found;
    };
    const isStage = ({ context }) => Number(context.config.displayName?.name !== 'unit');
    const sorted = super.sort(tests).toSorted((a, b) => isStage(a) - isStage(b) || rankOf(a) - rankOf(b));
    const { waiting = [], others = [] } = Object.groupBy(sorted, ({ path }) =>
      WAITING.test(path) ? 'waiting' : 'others',
    );
    return spread(waiting, others);
  }
}
