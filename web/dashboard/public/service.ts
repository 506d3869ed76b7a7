import { createClient } from '../../client/index.ts';
import { withWords } from '../kit/said.tsx';
import { fetchOnce } from '../session/early-answers.ts';

const settings = { baseUrl: location.origin, fetch: withWords(fetchOnce) };

/** The service as it is for everybody. */
export const service = createClient({ ...settings, retries: 2, maxWaitSeconds: 8 });

/** For what must not run twice by itself: a demo, with a captcha that is good once. */
export const impatientService = createClient(settings);
