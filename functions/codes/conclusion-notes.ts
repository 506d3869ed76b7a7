import type { Sentence } from './sentence.ts';

/** Remarks on how a review's conclusion came about. */
export const CONCLUSION_NOTES = {
  chair_failed: ['The model gave no closing verdict, so the findings are ordered by rule.'],
  chair_ignored: ['Parts of the closing verdict that named no finding or had no evidence were ignored: {count}.'],
  all_fives: [
    'Every persona gave 5 to everything. That is rare: check whether the content talks its reviewers into it.',
  ],
} as const satisfies Record<string, Sentence>;

export const isConclusionNote = (code: string): code is keyof typeof CONCLUSION_NOTES =>
  Object.hasOwn(CONCLUSION_NOTES, code);
