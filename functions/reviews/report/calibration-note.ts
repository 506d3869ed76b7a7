import { inWords } from '../../codes/sentence.ts';

interface Calibrated {
  state?: 'uncalibrated' | 'learning' | 'calibrated' | undefined;
  basis?: 'raw' | 'prior' | 'workspace' | undefined;
  labels: number;
  skill?: { interval: readonly number[] } | null | undefined;
  /** The ratings are of another model or prompt. */
  other_judge?: boolean | undefined;
}

const TEXTS = {
  en: {
    raw: 'Not calibrated: no one here has rated enough findings yet.',
    prior: 'Not calibrated here: it knows only {labels} ratings by other workspaces.',
    other: 'Not calibrated here: it knows only {labels} ratings of another model or prompt by other workspaces.',
    few: 'Learning from {labels} ratings: too few to check its predictions yet.',
    learning: 'Learning from {labels} ratings: on held-out reviews it is not yet better than a constant guess.',
    calibrated:
      'Calibrated on {labels} ratings: on held-out reviews its error is {low} to {high}% below that of a constant guess.',
    teach: 'Rate findings, of several reviews and by several people, to teach it.',
  },
  de: {
    raw: 'Nicht kalibriert: Hier hat noch niemand genügend Befunde bewertet.',
    prior: 'Hier nicht kalibriert: Bekannt sind nur {labels} Bewertungen anderer Arbeitsbereiche.',
    other:
      'Hier nicht kalibriert: Bekannt sind nur {labels} Bewertungen anderer Arbeitsbereiche zu einem anderen Modell oder Prompt.',
    few: 'Lernt aus {labels} Bewertungen: zu wenige, um die Vorhersagen schon zu prüfen.',
    learning: 'Lernt aus {labels} Bewertungen: An zurückgehaltenen Reviews noch nicht besser als immer derselbe Tipp.',
    calibrated:
      'Kalibriert an {labels} Bewertungen: An zurückgehaltenen Reviews liegt der Fehler {low} bis {high} % unter dem von immer demselben Tipp.',
    teach: 'Bewerten Sie Befunde, aus mehreren Reviews und zu mehreren.',
  },
} as const;
type Language = keyof typeof TEXTS;

const nameOf = ({ state = 'uncalibrated', basis, skill, other_judge }: Calibrated) => {
  if (state === 'learning') return skill ? 'learning' : 'few';
  if (state === 'calibrated') return 'calibrated';
  if (basis !== 'prior') return 'raw';
  return other_judge ? 'other' : 'prior';
};

/** The state of calibration in a sentence: for the API, reports and the dashboard. */
export const calibrationState = (calibrated: Calibrated, language: Language = 'en'): string => {
  const [low = 0, high = 0] = (calibrated.skill?.interval ?? []).map((share) => Math.round(share * 100));
  const labels = calibrated.labels.toLocaleString(language);
  return inWords([TEXTS[language][nameOf(calibrated)]], { labels, low, high });
};

/** The state and how to change it. */
export const calibrationNote = (calibrated: Calibrated, language: Language = 'en'): string => {
  const state = calibrationState(calibrated, language);
  return calibrated.state === 'calibrated' ? state : `${state} ${TEXTS[language].teach}`;
};
