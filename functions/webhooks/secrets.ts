import { createHmac } from 'node:crypto';
import { HOUR } from '../kit/clock.ts';
import { conflict } from '../kit/errors.ts';
import type { Derivation } from '../kit/secrets.ts';
import { isServerKey, sign } from '../kit/server-keys.ts';
import { fields, number, optional, text } from '../kit/table/fields.ts';

export const FORMER_SECRET_MS = 24 * HOUR;

const PREFIX = 'whsec_';

const derivation = { key_id: text, version: number };

/** Of a webhook's row. */
export const readSigning = fields({
  derivation: fields(derivation),
  former_derivation: optional(fields({ ...derivation, until: number })),
});
type Signing = Pick<ReturnType<typeof readSigning>, 'derivation'> & Partial<ReturnType<typeof readSigning>>;

const keyOf = (ws: string, webhook: string, { key_id, version }: Derivation): Buffer => {
  const key = sign('secret:webhook', `${ws}/${webhook}#${version}`, key_id);
  if (!key) throw conflict('server_key_retired');
  return key;
};

export const webhookSecret = (ws: string, webhook: string, derivation: Derivation): string =>
  PREFIX + keyOf(ws, webhook, derivation).toString('base64');

export const liveFormer = ({ former_derivation: former }: Signing, at: number) =>
  former && former.until > at && isServerKey(former.key_id) ? former : undefined;

/**
 * The headers of Standard Webhooks, signed with each secret that is valid at `at`. `sentAt` is real time in
 * milliseconds, which receivers compare with their own.
 */
export const signatureHeaders = (
  { ws, webhook, signing, at }: { ws: string; webhook: string; signing: Signing; at: number },
  { id, sentAt, body }: { id: string; sentAt: number; body: string },
): Record<string, string> => {
  const timestamp = String(Math.floor(sentAt / 1000));
  const former = liveFormer(signing, at);
  const signatures = [signing.derivation, ...(former ? [former] : [])].map((derivation) => {
    const mac = createHmac('sha256', keyOf(ws, webhook, derivation)).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
};
