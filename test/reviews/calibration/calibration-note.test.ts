import { expect, test } from '@jest/globals';
import { calibrationNote } from '../../../functions/reviews/report/calibration-note.ts';

const skill = { interval: [0.123, 0.304] };

test.each([
  [{ basis: 'raw', labels: 0 }, 'Not calibrated: no one here', 'Nicht kalibriert: Hier hat noch niemand'],
  [{ basis: 'prior', labels: 90 }, '90 ratings by other', '90 Bewertungen anderer Arbeitsbereiche.'],
  [
    { basis: 'prior', labels: 90, other_judge: true },
    '90 ratings of another model',
    'einem anderen Modell oder Prompt.',
  ],
  [{ state: 'learning', labels: 29, skill: null }, 'too few to check', 'zu wenige, um die Vorhersagen'],
  [{ state: 'learning', labels: 1200, skill }, '1,200 ratings: on held-out reviews it is not yet', '1.200 Bewertungen'],
  [{ state: 'calibrated', labels: 300, skill }, 'its error is 12 to 30% below', 'der Fehler 12 bis 30 % unter'],
] as const)('%p is said in English and German', (calibrated, english, german) => {
  expect(calibrationNote(calibrated)).toContain(english);
  expect(calibrationNote(calibrated, 'de')).toContain(german);
  expect(calibrationNote(calibrated, 'de').endsWith('zu mehreren.')).toBe(
    !('state' in calibrated && calibrated.state === 'calibrated'),
  );
});
