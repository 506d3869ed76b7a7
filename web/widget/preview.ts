import { addStyles, h } from './dom.ts';
import type { DraftBox } from './draft.ts';
import css from './preview.css';
import type { Runtime } from './runtime.ts';
import type { Key } from './strings.ts';
import { type PreviewKey, previewEn } from './strings-lazy.ts';
import { metadataOf, visitorOf } from './visitor.ts';

export type PreviewParts = { box: DraftBox; say(key: Key): string };
export type PreviewView = { element: HTMLElement; refresh(): void };

const runtime = window.__sidenote as Runtime;
addStyles(runtime, css);
const sayOwn = (key: PreviewKey): string => runtime.say?.(key) ?? previewEn[key];

/** The note as it will be sent: in words, and the request itself. */
const previewView = ({ box, say }: PreviewParts): PreviewView => {
  const { draft } = box;
  const rows = h('dl', null);
  const request = h('pre', { tabIndex: 0 });
  const refresh = (): void => {
    const { context, label, wantPicture, pictures, files } = draft;
    const [full] = (wantPicture && pictures) || [];
    const { page, console: errors = [], failed_requests: failed = [] } = context ?? {};
    const visitor = visitorOf(runtime);
    const own = runtime.settings?.stakeholder ? undefined : draft;
    const facts = Object.entries(metadataOf(runtime)).map((fact) => fact.join(': '));
    const texts: [string, string | undefined][] = [
      [say('body'), draft.body.trim()],
      [say('kind'), draft.kind && say(draft.kind)],
      [say('name'), visitor?.name || own?.name.trim()],
      [say('email'), visitor?.email || own?.email.trim()],
      [sayOwn('files'), files?.map(({ name }) => name).join(', ')],
      [say('page'), page?.url],
      [say('about'), label],
      [sayOwn('browser'), `${innerWidth} × ${innerHeight}, ${navigator.language}`],
      [sayOwn('errors'), String(errors.length + failed.length)],
      [sayOwn('facts'), facts.join(', ')],
    ];
    rows.replaceChildren(
      ...(full ? [h('img', { src: full, alt: say('shot') })] : []),
      ...texts.flatMap(([name, text]) => (text ? [h('dt', null, name), h('dd', { dir: 'auto' }, text)] : [])),
    );
    if (!technical.open) return;
    const picture = full && { screenshot: `${Math.round(full.length * 0.75e-3)} KB`, thumbnail: '320 px' };
    request.textContent = JSON.stringify({ ...box.payload(), ...picture }, null, 1);
  };
  const technical = h('details', { ontoggle: refresh }, h('summary', null, sayOwn('technical')), request);
  return { element: h('div', null, rows, h('p', { class: 'dim' }, sayOwn('typed')), technical), refresh };
};

Object.assign(runtime, { previewView });
