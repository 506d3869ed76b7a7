import { createClient } from '../../client/index.ts';
import { refuseOffline } from '../kit/online.ts';
import { withWords } from '../kit/said.tsx';
import { fetchOnce } from '../session/early-answers.ts';

const settings = { baseUrl: location.origin, fetch: refuseOffline(withWords(fetchOnce)) };

export const service = createClient({ ...settings, retries: 2, maxWaitSeconds: 8 });

/** Without retries, for requests that must not run twice, such as a demo with a single-use captcha. */
export const impatientService = createClient(settings);
