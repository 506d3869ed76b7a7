import { setting } from '../kit/config.ts';

/**
 * The dashboard's address of an annotation. A document lives longer than any signed URL, so it links here, to
 * where the reader has to sign in.
 */
export const dashboardAddress = (annotation_id: string): string =>
  `${setting('BASE_URL')}/dashboard/inbox/${annotation_id}`;
