import type { InputType } from '../read/content.ts';

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const scoreText = (score: number): string => score.toFixed(1);
export const percent = (part: number): string => `${Math.round(part * 100)} %`;
export const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const BANDS = [
  [1.75, 'poor'],
  [2.5, 'weak'],
  [3.25, 'mixed'],
  [4, 'fair'],
  [4.5, 'good'],
] as const;
type Band = (typeof BANDS)[number][1] | 'very_good';

export const bandOf = (score: number): Band => BANDS.find(([below]) => score < below)?.[1] ?? 'very_good';

/** After a review's score. */
export const SCALES = { panel: "on the panel's scale", people: "on the team's scale" } as const;

const MEANINGS: Record<Band, string> = {
  poor: 'poor: most of it needs another start',
  weak: 'weak: the main points need work',
  mixed: 'mixed: it works in parts',
  fair: 'fair: sound, with clear gaps',
  good: 'good: details are left',
  very_good: 'very good: little is left to do',
};

export const meaningOf = (score: number): string => MEANINGS[bandOf(score)];

export const KINDS: Record<InputType, string> = {
  text: 'a text',
  document: 'a document',
  site: 'a web page',
  pdf: 'a PDF',
  image: 'an image',
  audio: 'an audio recording, by its transcript',
  video: 'a video, by its transcript',
};
