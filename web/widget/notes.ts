import type { call as Call, Note, Refusal } from './api.ts';
import { addStyles, h } from './dom.ts';
import type { DraftBox } from './draft.ts';
import type { News } from './news.ts';
import css from './notes.css';
import type { Item, Outbox } from './outbox.ts';
import type { Runtime, TeamParts } from './runtime.ts';
import { type NotesKey, notesEn } from './strings-lazy.ts';

export type NotesParts = {
  runtime: Runtime;
  box: DraftBox;
  outbox: Outbox;
  news: News;
  /** Shows the draft. */
  compose(): void;
  call: typeof Call;
  load: TeamParts['load'];
  locale: string;
};

export type NotesView = { element: HTMLElement; load(): Promise<void>; changed(): void };

/** Keys of items that are being sent under a new one. */
const leaving = new Set<string>();

const notesView = ({ runtime, box, outbox, news, compose, call, load: fetchPart, locale }: NotesParts): NotesView => {
  const { draft, save } = box;
  const say = (key: NotesKey): string => runtime.say?.(key) ?? notesEn[key];
  const waiting = h('div', { class: 'wait' });
  const list = h('div', { class: 'list', ariaLive: 'polite' });
  let notes: Note[] = [];

  const when = (time: string | number): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(Number(time)));
  const small = (text: string) => h('small', null, text);
  const link = (href: string | null | undefined, key: NotesKey) =>
    href && /^https?:/.test(href) && h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, say(key));

  const noteOf = ({ path }: Item): string | undefined => /^notes\/(.+)\/replies$/.exec(path)?.[1];
  /** The text of a refused reply returns into the note's own field. */
  const mayEdit = (item: Item): boolean => {
    const note = noteOf(item);
    return !note || notes.some(({ id }) => id === note);
  };
  const edit = (item: Item): void => {
    const note = noteOf(item);
    if (!outbox.remove(item.key)) return;
    if (note) {
      draft.replies[note] = [item.body.body, draft.replies[note]].filter(Boolean).join('\n\n');
      save();
      draw();
      fieldOf(note)?.focus();
      return;
    }
    // A draft in progress stays; the returned text is inserted before it.
    const mine = draft.body;
    box.restore(item);
    draft.body = [draft.body, mine].filter(Boolean).join('\n\n');
    save();
    compose();
  };
  const discard = async ({ key, files }: Item): Promise<void> => {
    if (!outbox.remove(key) || !files) return;
    await fetchPart('files');
    runtime.files?.drop(files);
  };
  const anonymous = async ({ key, path, body: { auto_fix, ...body }, pictures, files }: Item): Promise<void> => {
    if (leaving.has(key)) return;
    leaving.add(key);
    runtime.store.set('link', '');
    // Draws a new view, in which the sent note is then shown.
    await runtime.refresh();
    if (outbox.remove(key)) outbox.add(path, body, pictures, files);
  };

  /** A pressed or redrawn button leaves the focus to another: without one, the panel would lose its keys. */
  const drawWaiting = (): void => {
    const stops = () => [...waiting.querySelectorAll('button')];
    const before = stops();
    const held = before.indexOf(runtime.root.activeElement as HTMLButtonElement);
    waiting.replaceChildren(
      ...outbox
        .list()
        .map((item) =>
          h(
            'article',
            null,
            h(
              'header',
              { class: 'flow' },
              h(
                'em',
                { data: { status: item.refused ? 'refused' : 'waiting' } },
                say(item.refused ? 'refused' : 'waiting'),
              ),
            ),
            h('p', { dir: 'auto' }, item.body.body),
            item.refused
              ? small(item.refused.message ?? '')
              : item.tries > 0 && !outbox.isStored(item) && small(say('unstored')),
            item.refused &&
              h(
                'footer',
                { class: 'flow' },
                item.refused.reason === 'stakeholder_revoked' &&
                  item.path === 'annotations' &&
                  runtime.settings?.site.anonymous_allowed &&
                  h('button', { class: 'quiet', onclick: () => anonymous(item) }, say('anonymous')),
                mayEdit(item) && h('button', { class: 'quiet', onclick: () => edit(item) }, say('edit')),
                h('button', { class: 'quiet', onclick: () => discard(item) }, say('remove')),
              ),
          ),
        ),
    );
    const after = stops();
    if (held >= 0) (after[after.length === before.length ? held : 0] ?? team).focus();
  };

  const entry = (
    who: string,
    time: string,
    text: string | null | undefined,
    ...more: (Node | string | null | false | undefined)[]
  ) => h('blockquote', null, small(`${who} · ${when(time)}`), text && h('p', { dir: 'auto' }, text), ...more);

  const thread = (note: Note): HTMLElement => {
    const parts = [
      ...note.replies.map((reply) => ({
        at: Number(reply.created_at),
        show: entry(
          reply.author_name ||
            (reply.author === 'stakeholder' ? say('you') : runtime.settings?.site.name || reply.author),
          reply.created_at,
          reply.body,
        ),
      })),
      ...note.resolutions.map((done) => ({
        at: Number(done.created_at),
        show: entry(
          say('change'),
          done.created_at,
          done.explanation,
          link(done.before_url, 'before'),
          ' ',
          link(done.after_url, 'after'),
        ),
      })),
    ].sort((a, b) => a.at - b.at);
    const field = h('textarea', {
      rows: 1,
      maxLength: 10_000,
      dir: 'auto',
      value: draft.replies[note.id] ?? '',
      placeholder: say('yourReply'),
      ariaLabel: say('yourReply'),
      oninput: () => {
        draft.replies[note.id] = field.value;
        save();
      },
    });
    const send = (event: Event): void => {
      event.preventDefault();
      const body = field.value.trim();
      if (!body) {
        field.focus();
        return;
      }
      field.value = '';
      delete draft.replies[note.id];
      box.isBehind = true;
      outbox.add(`notes/${note.id}/replies`, { body, ...(draft.name && { author_name: draft.name }) });
    };
    const unsaved = h('p', { role: 'status', class: 'say' });
    const choices = [
      [true, 'yes'],
      [false, 'notYet'],
    ] as const;
    const buttons = choices.map(([fixed, key]) =>
      h('button', { type: 'button', class: 'quiet', onclick: () => confirm(fixed) }, say(key)),
    );
    // Not disabled: that would lose the focus.
    const setBusy = (isBusy: boolean): void => {
      for (const button of buttons) {
        button.ariaDisabled = String(isBusy);
        button.style.opacity = isBusy ? '.5' : '';
      }
    };
    const confirm = async (fixed: boolean): Promise<void> => {
      if (buttons[0]?.ariaDisabled === 'true') return;
      const body = field.value.trim();
      setBusy(true);
      unsaved.textContent = '';
      try {
        await call(runtime, `notes/${note.id}/confirmation`, {
          fixed,
          ...(!fixed && body && { body }),
          ...(draft.name && { author_name: draft.name }),
        });
        // Words that were added meanwhile stay.
        if (!fixed && draft.replies[note.id]?.trim() === body) delete draft.replies[note.id];
        save();
      } catch (error) {
        console.warn(error);
        const { status, reason, message } = error as Refusal;
        const isFull = reason === 'note_full';
        // After a conflict the list shows what came in between.
        if (status !== 409 || isFull) {
          setBusy(false);
          unsaved.textContent = isFull ? message : say('unsaved');
          return;
        }
      }
      await load();
      setBusy(false);
    };
    const sayOf = (key: string): string => say(`${note.kind}_${key}` as NotesKey) ?? say(key as NotesKey) ?? key;
    const isThanked = note.kind === 'praise' && !/pending|blocked/.test(note.status);
    const isAsked = note.status === 'resolved' && !isThanked && !note.confirmation;
    return h(
      'article',
      { data: { note: note.id } },
      h(
        'header',
        { class: 'flow' },
        h('em', { data: { status: note.status } }, isThanked ? say('thanked') : sayOf(note.status)),
        small(when(note.created_at)),
      ),
      h('p', { dir: 'auto' }, note.body),
      small(note.page_url),
      note.summary && h('p', { dir: 'auto' }, h('strong', null, note.summary)),
      ...parts.map(({ show }) => show),
      note.confirmation?.fixed && small(say('confirmed')),
      isAsked && h('div', { class: 'row' }, h('span', null, sayOf('fixed')), ...buttons),
      isAsked && unsaved,
      h('form', { class: 'row', onsubmit: send }, field, h('button', { class: 'quiet' }, say('reply'))),
    );
  };

  const fieldOf = (note: string) => list.querySelector<HTMLTextAreaElement>(`[data-note="${note}"] textarea`);
  /** Someone who writes a reply goes on where they were. */
  const draw = (): void => {
    const held = runtime.root.activeElement;
    const id = list.contains(held) && held?.closest('article')?.dataset.note;
    list.replaceChildren(
      ...(notes.length ? notes.map(thread) : outbox.list().length ? [] : [h('p', { class: 'dim' }, say('none'))]),
    );
    if (!id) return;
    const field = fieldOf(id) ?? list.querySelector('textarea');
    field?.focus();
    if (held instanceof HTMLTextAreaElement) field?.setSelectionRange(held.selectionStart, held.selectionEnd);
  };
  const load = async (): Promise<void> => {
    // A failed look leaves the news as they were.
    await news.look().catch(() => {});
    try {
      const found: Note[] = [];
      let path = 'notes';
      while (path) {
        const { items, next_cursor } = await call<{ items: Note[]; next_cursor: string | null }>(runtime, path);
        found.push(...items);
        path = next_cursor ? `notes?cursor=${next_cursor}` : '';
      }
      notes = found;
      news.seen();
      drawWaiting();
      draw();
    } catch {
      if (!notes.length) list.replaceChildren(h('p', { class: 'dim' }, say('failed')));
    }
  };
  let left = outbox.list().length;
  const changed = (): void => {
    drawWaiting();
    const { length } = outbox.list();
    // One was sent, or deleted.
    if (length < left) load();
    left = length;
  };
  drawWaiting();
  const problem = h('p', { role: 'status', class: 'say' });
  // Fetched before the click, since a browser may open a window only right after it.
  const prepare = () => fetchPart('team');
  const team = h('button', { class: 'quiet', onpointerenter: prepare, onfocus: prepare }, say('openNotes'));
  team.onclick = async () => {
    problem.textContent = '';
    if (!runtime.team) await prepare();
    problem.textContent = (await runtime.team?.({ call, load: fetchPart, locale })) ?? say('failed');
  };
  return { element: h('div', { class: 'body notes' }, waiting, list, problem, team), load, changed };
};

const runtime = window.__sidenote as Runtime;
addStyles(runtime, css);
Object.assign(runtime, { notesView });
