import type { Values } from '../../codes/sentence.ts';

interface Calibrated {
  state?: 'uncalibrated' | 'learning' | 'calibrated' | undefined;
  basis: 'raw' | 'prior' | 'workspace';
  labels: number;
  skill?: { interval: readonly number[] } | null | undefined;
}

const FINDINGS = 'findings, of several reviews and by several people, to teach it.';
const MORE = `Rate more ${FINDINGS}`;
const NOTES = {
  raw: `Not calibrated: no one here has rated a finding yet. Rate ${FINDINGS}`,
  prior: `Not calibrated here: it knows only {labels} ratings by other workspaces. ${MORE}`,
  other: `Not calibrated here: it knows only {labels} ratings of another model or prompt by other workspaces. ${MORE}`,
  learning: `Learning from {labels} ratings: on held-out reviews it is not yet better than a constant guess. ${MORE}`,
  calibrated:
    'Calibrated on {labels} ratings: on held-out reviews its error is {low}–{high}% below that of a constant guess.',
};

/** The state of calibration in a sentence, and how to change it. */
export const calibrationNote = (
  { state = 'uncalibrated', basis, labels, skill }: Calibrated,
  isOther = false,
): [text: string, values: Values] => {
  if (state === 'uncalibrated') return [basis === 'prior' ? NOTES[isOther ? 'other' : 'prior'] : NOTES.raw, { labels }];
  const [low = 0, high = 0] = (skill?.interval ?? []).map((share) => Math.round(share * 100));
  return [NOTES[state], { labels, low, high }];
};
