import { setting } from '../../kit/config.ts';

/** The public page of a showcase entry. */
export const pageUrl = (slug: string): string => `${setting('BASE_URL')}/showcase/${slug}`;
