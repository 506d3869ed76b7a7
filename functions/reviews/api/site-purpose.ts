import * as z from 'zod';
import type { ReviewRow } from '../rows.ts';

/** Given with a site's latest reviews; new reviews of the site have it unless they give their own. */
export const SitePurpose = z.object({
  goal: z.string().nullable(),
  audience: z.string().nullable(),
  stage: z.string().nullable(),
});
export type SitePurpose = z.infer<typeof SitePurpose>;

type Given = { [Field in keyof SitePurpose]?: string | null | undefined };

const FIELDS = ['goal', 'audience', 'stage'] as const;

/** Empty text clears what the site remembers. */
export const purposeOf = (given: Given, remembered: SitePurpose | undefined): SitePurpose => {
  const one = (field: keyof SitePurpose) => (given[field] ?? remembered?.[field])?.trim() || null;
  return { goal: one('goal'), audience: one('audience'), stage: one('stage') };
};

export const isSamePurpose = (one: Partial<Pick<ReviewRow, keyof SitePurpose>>, other: SitePurpose | undefined) =>
  FIELDS.every((field) => (one[field] ?? null) === (other?.[field] ?? null));
