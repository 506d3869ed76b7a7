import { type Said, said } from '../../../codes/said.ts';
import { logLine } from '../../../kit/log.ts';
import { type Model, ModelBusy, type ModelCall, ModelRefused, type ModelReply } from './model.ts';

/** A provider's answer, as far as it is known. Its own words may name accounts, so no one sees them. */
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

const refusal = ({ status, message }: ProviderFault): Said => {
  if (status === 413 || TOO_LONG.test(message)) return said('content_too_long');
  if (status === 401 || status === 403) return said('model_access_denied');
  if (status === 404) return said('model_not_found');
  return said('model_refused_status', { status: status ?? 0 });
};

export const modelError = (fault: ProviderFault): ModelBusy | ModelRefused => {
  const { status, name, retryAfter } = fault;
  const isPassing = status === undefined || status >= 500 || PASSING.has(status);
  logLine({ id: 'model', fault: name, status }, isPassing ? 'info' : 'error');
  if (isPassing) {
    return new ModelBusy(said(status === 429 ? 'model_throttled' : 'model_unreachable'), waitOf(retryAfter));
  }
  return new ModelRefused(refusal(fault));
};

interface Provider<Habits> {
  /** Undefined if the provider declined to answer. */
  send: (call: ModelCall, habits: Habits) => Promise<ModelReply | undefined>;
  faultOf: (error: unknown) => ProviderFault;
  /** Leaves out a parameter after a fault; undefined if that would not help. */
  adapted: (habits: Habits, fault: ProviderFault) => Habits | undefined;
}

const refusalIn = (error: unknown): ModelRefused | undefined => {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ModelRefused) return at;
  return undefined;
};

/** Asks a provider, and learns which habits its model does not take. */
export const askAdapting = <Habits>(first: Habits, { send, faultOf, adapted }: Provider<Habits>): Model['ask'] => {
  let habits = first;
  return async (call) => {
    for (let tried: Habits | undefined = habits; tried; ) {
      try {
        const reply = await send(call, tried);
        habits = tried;
        if (!reply) throw new ModelRefused(said('model_declined'));
        return reply;
      } catch (error) {
        const refused = refusalIn(error);
        if (refused) throw refused;
        if (call.signal.aborted) throw new ModelBusy(said('model_timeout'));
        const fault = faultOf(error);
        // The answer was not even the provider's JSON.
        if (fault.name === 'SyntaxError' && fault.status === 200) return { text: '' };
        const next: Habits | undefined = adapted(tried, fault);
        if (!next) throw modelError(fault);
        tried = next;
      }
    }
    throw new ModelRefused(said('model_refused'));
  };
};
