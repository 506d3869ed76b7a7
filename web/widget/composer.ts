import { h, icon } from './dom.ts';
import type { DraftBox } from './draft.ts';
import { loadLazy } from './lazy.ts';
import type { PreviewView } from './preview.ts';
import type { Runtime } from './runtime.ts';
import { type Key, t } from './strings.ts';
import { visitorOf } from './visitor.ts';

const MODES = {
  element: 'M5 3l14 8-6 2-2 6z',
  region: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4',
  text: 'M5 7V4h14v3M12 4v16M9 20h6',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4',
} as const;
export type Mode = keyof typeof MODES;

type Parts = {
  runtime: Runtime;
  box: DraftBox;
  message: string;
  offer: boolean;
  isShooting(): boolean;
  choose(mode: Mode): void;
  submit(event: Event): void;
  anonymous(): void;
  shoot(): void;
  queueAttach(attach: () => Promise<void>): Promise<void>;
  draw(): void;
  aimAtPage(): Promise<void>;
  wrote(): void;
};

export const composerView = (parts: Parts): { element: HTMLElement; refresh(): void } => {
  const { runtime, box, message, offer } = parts;
  const { draft, save } = box;
  const say = (key: Key) => t(runtime, key);
  const { settings } = runtime;
  const { stakeholder } = settings ?? {};
  const visitor = visitorOf(runtime);
  const known = stakeholder?.name || visitor?.name || visitor?.email;
  const isRevoked = settings?.stakeholder_status === 'revoked' && settings.site.anonymous_allowed;
  const gate = stakeholder?.auto_fix_default ?? 'never';
  const field = h('textarea', {
    rows: 4,
    maxLength: 10_000,
    dir: 'auto',
    value: draft.body,
    placeholder: say('placeholder'),
    ariaLabel: say('body'),
    oninput: () => {
      status.textContent = '';
      // An empty draft belongs to the page where writing begins, unless a screenshot already ties it to one.
      if (!draft.wantPicture && (!draft.context || (!draft.body && draft.context.anchor.kind === 'page')))
        parts.aimAtPage().then(() => refresh());
      draft.body = field.value;
      parts.wrote();
      save();
      refresh();
    },
    onkeydown: (event) => {
      if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.requestSubmit();
    },
  });
  const modes = (Object.keys(MODES) as Mode[]).map((mode) =>
    h(
      'button',
      {
        type: 'button',
        ariaPressed: String((draft.context?.anchor.kind ?? 'page') === mode),
        data: { mode },
        onmousedown: () => false,
        onclick: () => parts.choose(mode),
      },
      icon(MODES[mode]),
      say(mode),
    ),
  );
  const kinds = (settings?.kinds ?? []).map((kind) => {
    const radio = h('input', {
      type: 'radio',
      name: 'kind',
      checked: draft.kind === kind,
      onclick: () => {
        if (draft.kind === kind) radio.checked = false;
        draft.kind = radio.checked ? kind : undefined;
        save();
        refresh();
      },
    });
    return h('label', { class: 'kind' }, radio, h('span', null, say(kind)));
  });
  const shot = h('input', {
    type: 'checkbox',
    onchange: () => {
      Object.assign(draft, { wantPicture: shot.checked, noPicture: undefined });
      if (shot.checked && !draft.pictures) parts.shoot();
      save();
      refresh();
    },
  });
  const image = h('img', { alt: '' });
  const draw = h('button', { type: 'button', class: 'quiet draws', onclick: parts.draw }, image, say('draw'));
  const shotNote = h('small', { role: 'status' });
  const fix = h('input', {
    type: 'checkbox',
    checked: draft.autoFix ?? gate === 'optional_on',
    onchange: () => {
      draft.autoFix = fix.checked;
      save();
      refresh();
    },
  });
  const input = (key: 'name' | 'email', type: string, max: number) => {
    const own = h('input', {
      class: 'in',
      type,
      maxLength: max,
      autocomplete: key,
      value: draft[key],
      placeholder: say(key),
      ariaLabel: say(key),
      oninput: () => {
        draft[key] = own.value;
        save();
        refresh();
      },
    });
    return own;
  };
  let seen: PreviewView | undefined;
  const look = async (): Promise<void> => {
    if (!preview.open) return;
    if (!draft.context) await parts.aimAtPage();
    await loadLazy(runtime, 'preview');
    if (!seen) {
      seen = runtime.previewView?.({ box, say });
      if (seen) preview.append(seen.element);
      else status.textContent = say('noFile');
    }
    refresh();
  };
  const preview = h('details', { ontoggle: look }, h('summary', null, say('preview')));
  const about = h('p', { class: 'dim about', dir: 'auto' });
  const status = h('p', { role: 'status', class: 'say' });
  const email = input('email', 'email', 254);
  const who = h(
    'details',
    { open: !!draft.email },
    // Settings in a cache may be older than this one.
    h('summary', null, settings?.submitter_mail === false ? `${say('name')}, ${say('email')}` : say('who')),
    input('name', 'text', 120),
    email,
  );
  // A browser can't point at an invalid field inside a closed section.
  email.oninvalid = () => {
    who.open = true;
  };
  const asks = h('div', { class: 'asks' });
  const site = settings?.site;
  if (site && (site.questions?.length || /s$/.test(site.rating ?? '')))
    loadLazy(runtime, 'questions').then(() => {
      asks.append(...(runtime.questionsView?.(site, draft, save) ?? []));
    });
  const attached = h('div', { class: 'asks' });
  const attach = (files?: Iterable<File> | null): Promise<void> => {
    const added = [...(files ?? [])];
    return parts.queueAttach(async () => {
      if (!added.length && !draft.files) return;
      await loadLazy(runtime, 'files');
      if (runtime.files) await runtime.files.show(attached, box, () => refresh(), added);
      else status.textContent = say('noFile');
    });
  };
  attach();
  const choice = h('input', {
    type: 'file',
    multiple: true,
    onchange: async () => {
      await attach(choice.files);
      // So that the same file can be chosen again.
      choice.value = '';
    },
  });
  const take = (event: ClipboardEvent | DragEvent): void => {
    const pasted = (event as ClipboardEvent).clipboardData;
    const data = pasted ?? (event as DragEvent).dataTransfer;
    // Office programs add a picture to the formatted text they copy, file managers add its name to a file.
    if (!data?.types.includes('Files') || /(?=.*plain).*(html|rtf)/.test(String(pasted?.types))) return;
    event.preventDefault();
    if (event.type !== 'dragover' && data.files.length) attach(data.files);
  };
  const form = h(
    'form',
    { onsubmit: parts.submit, class: 'body composer', onpaste: take, ondragover: take, ondrop: take },
    known && h('p', { class: 'dim', dir: 'auto' }, say('as').replace('{name}', known)),
    h('div', { class: 'modes', role: 'group', ariaLabel: say('about') }, ...modes),
    about,
    field,
    asks,
    h('div', { class: 'flow kinds', role: 'radiogroup', ariaLabel: say('kind') }, ...kinds),
    h('div', { class: 'row' }, h('label', { class: 'row' }, shot, h('span', null, say('shot'), shotNote)), draw),
    attached,
    h('label', { class: 'kind' }, choice, h('span', null, say('attach'))),
    gate !== 'never' && h('label', { class: 'row' }, fix, h('span', null, say('autoFix'))),
    !stakeholder && !(visitor?.email || visitor?.hmac) && who,
    preview,
    status,
    offer && h('button', { type: 'button', class: 'quiet', onclick: parts.anonymous }, say('anonymous')),
    h('button', { class: 'main' }, say('send')),
  );
  const refresh = () => {
    const { label, context, wantPicture, pictures, noPicture } = draft;
    about.textContent = label || (context?.page ?? document).title || location.pathname;
    shot.checked = !!wantPicture;
    draw.hidden = !wantPicture || !pictures;
    image.src = pictures?.[1] ?? '';
    shotNote.textContent = parts.isShooting() ? say('shotWait') : noPicture ? say(noPicture) : '';
    if (preview.open) seen?.refresh();
  };
  refresh();
  // Live regions announce changes, not their initial content.
  requestAnimationFrame(() => {
    status.textContent = message || (isRevoked ? say('revoked') : '');
  });
  return { element: form, refresh };
};
