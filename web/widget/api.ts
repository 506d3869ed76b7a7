import type * as z from 'zod';
import type { Note as WireNote } from '../../functions/widget/schema.ts';
import type { Runtime } from './runtime.ts';

export type Note = z.output<typeof WireNote>;

/** A failed call, with the milliseconds to wait if the server gave them. `status` 0 is a failed connection. */
export type Refusal = Error & { status: number; reason: string; wait: number };

const refusal = (status: number, message: string, reason = '', wait = 0): Refusal =>
  Object.assign(new Error(message), { status, reason, wait });

export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Large files take minutes on slow connections: they may be as slow as 42 KB a second. */
const timed = async (url: string, init: RequestInit, bytes = 0): Promise<Response> => {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(30_000 + bytes / 42) });
  } catch (error) {
    throw refusal(0, String(error));
  }
};

const waitOf = (answer: Response): number => {
  // Without the header both are no number.
  const header = answer.headers.get('Retry-After') as string;
  return Math.max(0, Number(header) * 1000 || Date.parse(header) - Date.now() || 0);
};

export const kept = <T>({ store }: Runtime, key: 'notes' | 'outbox'): T[] => {
  try {
    return [...JSON.parse(store.get(key))];
  } catch {
    return [];
  }
};

export const ownNotes = (runtime: Runtime): { id: string; secret: string }[] => kept(runtime, 'notes');

export const call = async <T>(
  runtime: Runtime,
  path: string,
  body?: unknown,
  key?: string,
  link = runtime.store.get('link'),
): Promise<T> => {
  const { config } = runtime;
  const secrets = ownNotes(runtime).map(({ secret }) => secret);
  const answer = await timed(`${config.base}/api/widget/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${config.token}`,
      'Content-Type': 'application/json',
      // A garbled link may have characters that no header takes.
      ...(link && { 'X-Sidenote-Stakeholder': encodeURI(link) }),
      ...(secrets.length && /^n(otes|ews)/.test(path) && { 'X-Sidenote-Notes': secrets.join(',') }),
      ...(runtime.member && { 'X-Sidenote-Member': runtime.member }),
      ...(key && { 'Idempotency-Key': key }),
    },
    ...(body ? { body: JSON.stringify(body) } : null),
  });
  const json = await answer.json().catch(() => ({}));
  if (answer.ok) return json;
  const { detail, code, reason = code } = json;
  throw refusal(answer.status, detail?.[0]?.msg ?? detail ?? `${answer.status}`, reason, waitOf(answer));
};

export const blobOf = (dataUrl: string): Blob => {
  const [, type = '', , data = ''] = dataUrl.split(/[:;,]/);
  return new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type });
};

export const upload = async (
  runtime: Runtime,
  kind: 'screenshot' | 'thumbnail' | 'file',
  blob: Blob,
  link: string | undefined,
) => {
  const place = await call<{ url: string; headers: Record<string, string>; key: string }>(
    runtime,
    'uploads',
    { kind, content_type: blob.type, size: blob.size },
    newKey(),
    link,
  );
  const { url, headers, key } = place;
  const answer: { ok?: boolean; status: number } = await timed(
    url,
    { method: 'PUT', headers, body: blob },
    blob.size,
  ).catch((error: Refusal) => error);
  // Not the API but the storage: the page's policy may block it.
  if (!answer.ok) throw refusal(answer.status, 'upload', 'upload');
  return key;
};
