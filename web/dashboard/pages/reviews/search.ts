import { LIMITS } from '../../words/limits.generated.ts';

const ID = /^\w{1,40}$/;
const idOf = (text: unknown): string | undefined => (typeof text === 'string' && ID.test(text) ? text : undefined);

/** Reviews that were asked for, or those that personas were run for on a note. */
export const ORIGINS = ['requested', 'notes'] as const;

export interface ReviewsSearch {
  site?: string;
  from?: 'notes';
}

export const readReviewsSearch = (search: Record<string, unknown>): ReviewsSearch => {
  const site = idOf(search.site);
  return { ...(site && { site }), ...(search.from === 'notes' && { from: 'notes' as const }) };
};

export const MADE_OF = ['page', 'text', 'file'] as const;
export type MadeOf = (typeof MADE_OF)[number];

export interface NewReviewSearch {
  kind?: MadeOf;
  url?: string;
  site?: string;
  persona?: string;
  sample?: true;
}

export const readNewReviewSearch = (search: Record<string, unknown>): NewReviewSearch => {
  const kind = MADE_OF.find((one) => one === search.kind);
  const site = idOf(search.site);
  const persona = idOf(search.persona);
  return {
    ...(kind && { kind }),
    ...(typeof search.url === 'string' &&
      /^https?:/i.test(search.url) && { url: search.url.slice(0, LIMITS.createReview.url) }),
    ...(site && { site }),
    ...(persona && { persona }),
    ...(['true', '1'].some((one) => one === search.sample) && { sample: true as const }),
  };
};
