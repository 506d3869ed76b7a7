import { setting } from '../kit/config.ts';

/**
 * Where a person reads an annotation. A document lives longer than any signed address of a file, so it leads here, to
 * where the reader has to sign in.
 */
export const dashboardAddress = (annotation_id: string): string =>
  `${setting('BASE_URL')}/dashboard/inbox/${annotation_id}`;
