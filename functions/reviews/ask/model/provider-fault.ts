import { logLine } from '../../../kit/log.ts';
import { ModelBusy, ModelRefused } from './model.ts';

/** What a provider answered, as far as it is known. Its own words may name accounts, so nobody is shown them. */
export interface ProviderFault {
  status: number | undefined;
  /** Names the fault for the operator. */
  name: string;
  message: string;
  retryAfter?: string | null | undefined;
}

const LONGEST_WAIT_MS = 900_000;
const PASSING = new Set([408, 409, 425, 429]);
const TOO_LONG = /too (long|large|many (input )?tokens)|context (length|window)|maximum context|input is too/i;

/** Seconds, or a date. */
const waitOf = (retryAfter: string | null | undefined): number | undefined => {
  if (!retryAfter) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.min(LONGEST_WAIT_MS, Math.max(0, ms)) : undefined;
};

const refusal = ({ status, message }: ProviderFault): string => {
  if (status === 413 || TOO_LONG.test(message)) return 'The content is too long for the model. Submit a part of it.';
  if (status === 401 || status === 403) return 'The model refused access. Whoever runs this service must set it up.';
  if (status === 404) return 'The model does not exist. Whoever runs this service must set it up.';
  return `The model refused the request (${status}).`;
};

/** What a provider's error means for a run. */
export const modelError = (fault: ProviderFault): ModelBusy | ModelRefused => {
  const { status, name, retryAfter } = fault;
  const isPassing = status === undefined || status >= 500 || PASSING.has(status);
  logLine({ id: 'model', fault: name, status }, isPassing ? 'info' : 'error');
  if (isPassing) {
    const message = status === 429 ? 'The model is throttled.' : 'The model is out of reach or overloaded.';
    return new ModelBusy(message, waitOf(retryAfter));
  }
  return new ModelRefused(refusal(fault));
};
