import { createClient } from '../../client/index.ts';

const baseUrl = location.origin;

/** The service as it is for everybody. */
export const service = createClient({ baseUrl, retries: 2, maxWaitSeconds: 8 });

/** For what must not run twice by itself: a demo, with a captcha that is good once. */
export const impatientService = createClient({ baseUrl });
