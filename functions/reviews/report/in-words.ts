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
