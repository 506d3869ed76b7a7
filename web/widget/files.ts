import { newKey } from './api.ts';
import { addStyles, h, icon } from './dom.ts';
import css from './files.css';
import type { Attached, Runtime } from './runtime.ts';
import { type FilesKey, filesEn } from './strings-lazy.ts';

const MAX_FILES = 5;
const MAX_BYTES = 10 * 1024 * 1024;
/** The service looks at the bytes. */
const TYPES = /^(image\/(png|jpeg|webp|gif)|application\/(pdf|json)|video\/(mp4|webm)|text\/[\w.+-]+|)$/;
/** Files of drafts and notes that no one sent. */
const KEPT_MS = 7 * 864e5;
const PAPER = 'M6 3h8l4 4v14H6zM14 3v4h4';
const CLOSE = 'M6 6l12 12M18 6L6 18';

const runtime = window.__sidenote as Runtime;
addStyles(runtime, css);
const say = (key: FilesKey, name = ''): string =>
  (runtime.say?.(key) ?? filesEn[key]).replace('{name}', name).replace('{n}', String(MAX_FILES));

/** Private windows of WebKit store no blobs. */
type Kept = { id: string; bytes: ArrayBuffer; type: string; at: number };
/** If the browser stores none, they last as long as the page. */
const memory = new Map<string, Blob>();

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | undefined;
const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open('sidenote', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('files', { keyPath: 'id' });
  return done(request);
};
const use = async <T>(mode: 'readonly' | 'readwrite', act: (store: IDBObjectStore) => IDBRequest<T>) => {
  opened ??= open();
  return done(act((await opened).transaction('files', mode).objectStore('files')));
};

const keep = async (blob: Blob): Promise<string> => {
  const id = newKey();
  memory.set(id, blob);
  const kept: Kept = { id, bytes: await blob.arrayBuffer(), type: blob.type, at: Date.now() };
  await use('readwrite', (store) => store.put(kept)).catch(() => {});
  return id;
};
const blobOf = async (id: string): Promise<Blob | undefined> => {
  const known = memory.get(id);
  if (known) return known;
  const kept = await use<Kept | undefined>('readonly', (store) => store.get(id)).catch(() => undefined);
  return kept && new Blob([kept.bytes], { type: kept.type });
};
const drop = async (id: string): Promise<void> => {
  memory.delete(id);
  await use('readwrite', (store) => store.delete(id)).catch(() => {});
};
const tidy = async (): Promise<void> => {
  const all = await use<Kept[]>('readonly', (store) => store.getAll());
  for (const { id, at } of all) if (at < Date.now() - KEPT_MS) await drop(id);
};
tidy().catch(() => {});

/** A canvas, because the page’s policy may forget about blob URLs. */
const thumb = (file: Attached, blob: Blob): HTMLElement => {
  const box = h('span', { class: 'thumb' }, icon(PAPER));
  if (file.type.startsWith('image/'))
    createImageBitmap(blob)
      .then((picture) => {
        const canvas = h('canvas', { width: 112, height: 112 });
        const side = Math.min(picture.width, picture.height);
        const at = [(picture.width - side) / 2, (picture.height - side) / 2] as const;
        canvas.getContext('2d')?.drawImage(picture, ...at, side, side, 0, 0, 112, 112);
        box.replaceChildren(canvas);
      })
      .catch(() => {});
  return box;
};

const sizeOf = (bytes: number): string => {
  const [unit, length] = bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  const amount = Math.max(0.1, bytes / length);
  return amount.toLocaleString(undefined, { style: 'unit', unit, maximumFractionDigits: 1 });
};

const files: NonNullable<Runtime['files']> = {
  async show(place, box, changed, added = []) {
    const { draft, save } = box;
    const problem = h('small', { role: 'alert' });
    const kept: [Attached, Blob][] = [];
    for (const file of draft.files ?? []) {
      const blob = await blobOf(file.id);
      if (kept.length >= MAX_FILES) {
        drop(file.id);
        problem.textContent = say('tooMany');
      } else if (blob) kept.push([file, blob]);
      else problem.textContent = say('fileLost');
    }
    for (const given of added) {
      const { size, type } = given;
      const name = given.name.slice(0, 200);
      if (kept.length >= MAX_FILES) problem.textContent = say('tooMany');
      else if (size > MAX_BYTES) problem.textContent = say('tooBig', name);
      else if (!size || !TYPES.test(type)) problem.textContent = say('badType', name);
      else kept.push([{ id: await keep(given), name, size, type }, given]);
    }
    const list = h('ul', { class: 'files' });
    const draw = (): void => {
      draft.files = kept.length ? kept.map(([file]) => file) : undefined;
      save();
      list.replaceChildren(
        ...kept.map(([file, blob]) => {
          const name = h('bdi', null, file.name);
          const take = h('button', { type: 'button', ariaLabel: say('removeFile', file.name) }, icon(CLOSE));
          take.onclick = () => {
            const at = kept.findIndex(([other]) => other === file);
            kept.splice(at, 1);
            drop(file.id);
            draw();
            const next = list.querySelectorAll('button')[Math.min(at, kept.length - 1)];
            (next ?? place.nextElementSibling?.querySelector('input'))?.focus();
          };
          return h('li', null, thumb(file, blob), h('span', null, name, h('small', null, sizeOf(file.size))), take);
        }),
      );
      changed();
    };
    draw();
    place.replaceChildren(list, problem);
  },

  async send(all, upload) {
    const sent: { key: string; name: string }[] = [];
    for (const { id, name, type } of all) {
      const blob = await blobOf(id);
      if (!blob) throw new Error(say('fileLost'));
      const known = /^(image|video|application\/pdf)/.test(type);
      sent.push({ key: await upload(known ? blob : new Blob([blob], { type: 'text/plain' })), name });
    }
    return sent;
  },

  blocked: () => say('fileBlocked'),

  drop(all) {
    for (const { id } of all) drop(id);
  },
};

Object.assign(runtime, { files });
