import * as z from 'zod';
import { optionalSetting } from '../kit/config.ts';
import { forbidden, unavailable } from '../kit/errors.ts';
import { logBug, logLine } from '../kit/log.ts';
import type { Switches } from '../kit/switches.ts';

const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const PATIENCE_MS = 4000;

const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) });
type Verdict = z.infer<typeof Verdict>;

/** A retry doesn't help: the stage is misconfigured. */
const OUR_MISTAKES = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request']);

const outOfReach = () => unavailable('captcha_unreachable');

export interface Captcha {
  site_key: string;
  secret: string;
}

export const findCaptcha = ({ captcha }: Switches): Captcha | undefined => {
  if (captcha === 'off') return undefined;
  const [site_key, secret] = [optionalSetting('TURNSTILE_SITE_KEY'), optionalSetting('TURNSTILE_SECRET')];
  if (site_key && secret) return { site_key, secret };
  if (site_key || secret) throw new Error('Set TURNSTILE_SITE_KEY and TURNSTILE_SECRET both, or neither.');
  return undefined;
};

/** Cloudflare Turnstile's siteverify, without the visitor's address. */
const askTurnstile = async (secret: string, response: string): Promise<Verdict> => {
  const answer = await fetch(optionalSetting('TURNSTILE_URL') ?? TURNSTILE, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret, response }),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return Verdict.parse(await answer.json());
};

/** A solution is valid once. If it can't be checked, no one passes: what is behind it costs money. */
export const checkCaptcha = async (captcha: Captcha | undefined, token: string | null | undefined): Promise<void> => {
  if (!captcha) return;
  if (!token) throw forbidden('captcha_required', {}, { reason: 'captcha_required' });
  const verdict = await askTurnstile(captcha.secret, token).catch((error: unknown) => {
    logLine({ id: 'captcha', fault: error instanceof Error ? error.name : 'unknown' });
    throw outOfReach();
  });
  if (verdict.success) return;
  const codes = verdict['error-codes'];
  if (codes.some((code) => OUR_MISTAKES.has(code))) {
    logBug('captcha', new Error(`The captcha's provider refused our own settings: ${codes.join(', ').slice(0, 200)}`));
    throw outOfReach();
  }
  if (codes.includes('internal-error')) throw outOfReach();
  throw forbidden('captcha_failed', {}, { reason: 'captcha_failed' });
};
