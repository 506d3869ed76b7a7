import { blobOf, call, kept, newKey, ownNotes, type Refusal, upload } from './api.ts';
import { loadLazy } from './lazy.ts';
import type { Attached, Runtime, Who } from './runtime.ts';

/** `key` is its Idempotency-Key throughout. */
export type Item = {
  key: string;
  path: string;
  /** The visitor's personal link when it was written. Items of earlier versions have none. */
  link?: string;
  body: Record<string, unknown> & {
    body: string;
    email?: string | undefined;
    answers?: { question_id: string; answer: string }[];
  };
  /** Data URLs of the screenshot and its thumbnail. */
  pictures?: string[] | undefined;
  files?: Attached[] | undefined;
  tries: number;
  pictureTries: number;
  /** Earliest retry, in epoch milliseconds. */
  after: number;
  /** Set once the server rejected it for good; it then waits for its author. */
  refused?: Partial<Refusal>;
};

/** An `unstored` item is in memory only: the browser refuses to store it. */
export type Outcome = 'sent' | 'queued' | 'unstored';

const FIRST = 2_000;
const LONGEST = 300_000;

export const retryable = (status = 0): boolean => status < 1 || status > 499 || [408, 409, 425, 429].includes(status);

export const openOutbox = (runtime: Runtime, changed: () => void) => {
  const { store } = runtime;
  const stored = new Set<string>();
  let items: Item[] = [];
  let timer = 0;
  let running: Promise<unknown> | null = null;

  /** Other tabs share the storage, so their changes count; items that were never stored stay in memory. */
  const read = (): void => {
    const there = kept<Item>(runtime, 'outbox');
    const mine = items.filter(({ key }) => !stored.has(key));
    items = there.map((item) => {
      const own = items.find(({ key }) => key === item.key);
      // From another tab, or an earlier page.
      if (!own) stored.add(item.key);
      return { ...own, ...item };
    });
    for (const item of mine) if (!items.some(({ key }) => key === item.key)) items.push(item);
  };
  const change = (edit: () => void): void => {
    read();
    edit();
    const bare = items.map(({ pictures, ...item }) => item);
    const before = store.get('outbox');
    const save = (list: Item[]): boolean => store.set('outbox', list.length ? JSON.stringify(list) : '');
    // Text first: screenshots that don't fit stay in memory only.
    if (save(items) || save(bare)) for (const { key } of items) stored.add(key);
    // The storage goes on answering, because other tabs use it.
    else store.set('outbox', before);
    changed();
  };
  const patch = (key: string, values: Partial<Item>): void =>
    change(() => {
      const item = items.find((other) => other.key === key);
      if (item) Object.assign(item, values);
    });
  /** False if it was no longer there, because another tab has sent or removed it. */
  const remove = (key: string): boolean => {
    read();
    const { length } = items;
    change(() => {
      items = items.filter((item) => item.key !== key);
    });
    return items.length < length;
  };

  /** A note doesn't wait forever for a storage that refuses, but as long as it takes for the service. */
  const mayRetry = ({ status, reason }: Refusal, key: string, pictureTries: number): boolean => {
    // Access denied by the API refuses the whole note, access denied by the storage only the upload.
    if (reason !== 'upload' && (status === 401 || status === 403)) return true;
    if (reason === 'upload') patch(key, { pictureTries: pictureTries + 1 });
    return retryable(status) && (reason !== 'upload' || pictureTries < 2);
  };

  const sendFiles = async ({ key, link, files, pictureTries }: Item, body: Item['body']): Promise<Item['body']> => {
    if (!files || body.files) return body;
    await loadLazy(runtime, 'files');
    const chunk = runtime.files;
    if (!chunk) throw Object.assign(new Error(), { status: 0 });
    try {
      const sent = await chunk.send(files, (blob) => upload(runtime, 'file', blob, link));
      const whole = { ...body, files: sent };
      patch(key, { body: whole });
      return whole;
    } catch (error) {
      const refusal = error as Refusal;
      if (refusal.reason === 'upload' && !mayRetry(refusal, key, pictureTries))
        throw Object.assign(new Error(chunk.blocked()), { status: 422 });
      throw Object.assign(refusal, { status: refusal.status ?? 422 });
    }
  };

  const sendPictures = async ({ key, link, body, pictures, pictureTries }: Item): Promise<Item['body']> => {
    if (!pictures?.length || body.screenshot_key) return body;
    try {
      const [screenshot_key, thumbnail_key] = await Promise.all(
        (['screenshot', 'thumbnail'] as const).map((kind, at) =>
          upload(runtime, kind, blobOf(pictures[at] ?? ''), link),
        ),
      );
      const whole = { ...body, screenshot_key, thumbnail_key };
      patch(key, { body: whole });
      return whole;
    } catch (error) {
      if (mayRetry(error as Refusal, key, pictureTries)) throw error;
      patch(key, { pictures: [] });
      return body;
    }
  };

  const send = async (item: Item): Promise<void> => {
    const { key, path, link, tries } = item;
    try {
      const made = await call<{ id: string; note_secret?: string; identity?: string }>(
        runtime,
        path,
        await sendFiles(item, await sendPictures(item)),
        key,
        link,
      );
      const { id, note_secret: secret, identity } = made;
      if (identity === 'claimed' && (item.body.identity as Who).hmac)
        console.warn('Sidenote: identity not verified. Check hmac and expires_at.');
      if (secret) store.set('notes', JSON.stringify([{ id, secret }, ...ownNotes(runtime)].slice(0, 20)));
      remove(key);
      runtime.files?.drop(item.files ?? []);
      window.dispatchEvent(new CustomEvent('sidenote:sent', { detail: { id } }));
    } catch (error) {
      const { status, reason, message, wait = 0 } = error as Refusal;
      if (retryable(status) && reason !== 'note_full') {
        const delay = Math.max(wait, Math.random() * Math.min(LONGEST, FIRST * 2 ** tries));
        patch(key, { tries: tries + 1, after: Date.now() + delay });
      } else if (status === 422 && (item.body.screenshot_key || item.body.files) && item.pictureTries < 3) {
        // Uploads expire after a day; a note that waited longer uploads them again.
        const body = { ...item.body, screenshot_key: undefined, thumbnail_key: undefined, files: undefined };
        patch(key, { body, pictureTries: 3 });
      } else patch(key, { refused: { reason, message } });
    }
  };

  const waiting = (): Item[] => items.filter(({ refused }) => !refused);
  const run = async (lock?: Lock | null): Promise<void> => {
    if (lock === null) return;
    read();
    // Another tab may have sent one, or had it refused.
    changed();
    for (let item: Item | undefined; ; ) {
      item = waiting().find(({ after }) => after <= Date.now());
      if (!item) return;
      await send(item);
    }
  };
  const flush = (): Promise<unknown> => {
    clearTimeout(timer);
    // Only one tab sends at a time. Insecure pages have no locks, and browsers that block site data refuse them: there,
    // the Idempotency-Key alone prevents duplicates.
    running ??= Promise.resolve(navigator.locks?.request('sidenote', { ifAvailable: true }, run) ?? run())
      .catch(() => run())
      .finally(() => {
        running = null;
        const next = Math.min(...waiting().map(({ after }) => after));
        if (Number.isFinite(next)) timer = window.setTimeout(flush, Math.max(500, next - Date.now()));
      });
    return running;
  };

  addEventListener('online', () => {
    change(() => {
      for (const item of items) item.after = 0;
    });
    flush();
  });
  read();
  flush();

  return {
    list: () => items,
    reload: () => change(() => {}),
    async add(path: string, body: Item['body'], pictures?: string[], files?: Attached[]): Promise<Outcome | Item> {
      const link = store.get('link');
      const item: Item = { key: newKey(), path, link, body, pictures, files, tries: 0, pictureTries: 0, after: 0 };
      change(() => items.push(item));
      await flush();
      const now = items.find(({ key }) => key === item.key);
      if (!now) return 'sent';
      if (now.refused) return now;
      return stored.has(item.key) ? 'queued' : 'unstored';
    },
    isStored: ({ key }: Item): boolean => stored.has(key),
    remove,
  };
};
export type Outbox = ReturnType<typeof openOutbox>;
