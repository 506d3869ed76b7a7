import type { InputType } from '../content.ts';

/** `1 persona`, `3 personas`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const scoreText = (score: number): string => score.toFixed(1);
export const percent = (part: number): string => `${Math.round(part * 100)} %`;
export const rangeText = ([low = 0, high = 0]: readonly number[], show: (value: number) => string): string =>
  `${show(low)} to ${show(high)}`;

/** An instant to the minute. */
export const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const BANDS = [
  [1.75, 'poor: most of it needs another start'],
  [2.5, 'weak: the main points need work'],
  [3.25, 'mixed: it works in parts'],
  [4, 'fair: sound, with clear gaps'],
  [4.5, 'good: details are left'],
] as const;

/** What a score of 1 to 5 means. */
export const meaningOf = (score: number): string =>
  BANDS.find(([below]) => score < below)?.[1] ?? 'very good: little is left to do';

export const KINDS: Record<InputType, string> = {
  text: 'a text',
  document: 'a document',
  site: 'a web page',
  pdf: 'a PDF',
  image: 'an image',
  audio: 'an audio recording, by its transcript',
  video: 'a video, by its transcript',
};
