import { FIGURES, LIMITS } from '../../words/limits.generated.ts';

/** The most characters of a text like this: one that takes many bytes reaches the limit of bytes first. */
export const maxCharactersOf = (content: string): number => {
  const quotes = 2;
  const bytes = new TextEncoder().encode(JSON.stringify(content)).length - quotes;
  const fitting = Math.floor((content.length * (FIGURES.contentBytes - quotes)) / Math.max(1, bytes));
  return content === '' ? LIMITS.createReview.content : Math.min(LIMITS.createReview.content, fitting);
};
