import { call, type Refusal } from './api.ts';
import { composerView, type Mode } from './composer.ts';
import { docker, isPhone } from './dock.ts';
import { h, icon } from './dom.ts';
import type { Draft, DraftBox } from './draft.ts';
import { findAnchor } from './geometry.ts';
import { loadLazy } from './lazy.ts';
import type { News } from './news.ts';
import type { NotesView } from './notes.ts';
import { type Item, type Outbox, type Outcome, retryable } from './outbox.ts';
import { describe, marker, type Picked, pick, rectOf, selectedText } from './picker.ts';
import type { Core, Lazy, Point, Rect, Runtime, Settings, Target } from './runtime.ts';
import { type Key, loadWords, locale, t } from './strings.ts';
import { visitorOf } from './visitor.ts';

const CLOSE = 'M6 6l12 12M18 6L6 18';
const TICK = 'M5 12.5l4.5 4.5L19 7.5';
const CLOCK = 'M12 4a8 8 0 1 0 .01 0M12 8v4l3 2';

export const openPanel = (runtime: Runtime, box: DraftBox, outbox: Outbox, news: News) => {
  const { root, button } = runtime;
  const { draft, save } = box;
  const say = (key: Key) => t(runtime, key);
  const dock = docker();
  const mark = marker(runtime, (rect) => {
    if (panel) dock(panel, rect, rect && pinIn(rect));
  });
  const load = (name: Lazy) => loadLazy(runtime, name);
  let panel: HTMLElement | null = null;
  let notes: NotesView | null = null;
  let showsNotes = false;
  let target: Target | null = null;
  let origin: Point = { x: 0, y: 0 };
  let spot: Point | null = null;
  let shooting: Promise<void> | null = null;
  let attaching: Promise<void> = Promise.resolve();
  let back: HTMLElement | null = null;
  let picking: AbortController | null = null;
  let message = '';
  /** Outcome of the note just sent, until the next one is begun. */
  let sent: { key: string; outcome: Outcome; email: string | false | undefined } | null = null;
  let offer = false;
  let refresh = (): void => {};
  let again: number | undefined;

  const targetRect = (): Rect | null => target && rectOf(target, origin);
  const pinIn = ({ x, y }: Rect): Point | null => spot && { x: x + spot.x, y: y + spot.y };
  const aim = async (picked: Picked | null): Promise<void> => {
    target = picked?.target ?? null;
    const view = target?.element.ownerDocument.defaultView ?? window;
    origin = { x: view.scrollX, y: view.scrollY };
    const area = targetRect();
    spot = area && picked?.pin ? { x: picked.pin.x - area.x, y: picked.pin.y - area.y } : null;
    const { selection, kind, element } = target ?? {};
    await box.aim(
      target,
      selection
        ? `“${selection.text.slice(0, 80)}”`
        : element && `${kind === 'region' ? `${say('region')} · ` : ''}${describe(runtime, element)}`,
      spot,
    );
  };

  /** The sheet covers most of a phone's screen. */
  const reveal = (): void => {
    const aimed = showsNotes ? null : targetRect();
    if (panel && aimed && isPhone())
      scrollBy(0, Math.max(0, (pinIn(aimed) ?? aimed).y + 40 + panel.offsetHeight - innerHeight));
  };

  const shoot = (): void => {
    const take = async (): Promise<void> => {
      const shot: Partial<Draft> = {};
      try {
        if (!draft.context) await aim(null);
        await runtime.load('capture');
        if (box.isElsewhere()) throw new Error('left');
        const rect = targetRect();
        const pictures = await runtime.capture?.(rect, rect && (pinIn(rect) ?? rect));
        if (!pictures) throw new Error('no capture');
        shot.pictures = pictures;
      } catch (error) {
        shot.noPicture = String(error).includes('csp') ? 'shotCsp' : 'shotFail';
      }
      if (shooting !== mine) return;
      Object.assign(draft, shot);
      shooting = null;
      save();
      refresh();
      // With the picture the sheet is higher.
      reveal();
    };
    delete draft.context?.is_drawn_on;
    Object.assign(draft, { wantPicture: true, pictures: undefined, noPicture: undefined });
    const mine = take();
    shooting = mine;
    refresh();
  };

  /** Attachments are added one call at a time, because each call extends the list that the last one left. */
  const queueAttach = (attach: () => Promise<void>): Promise<void> => {
    attaching = attaching.then(attach).catch(console.warn);
    return attaching;
  };
  const attachmentsAdded = async (): Promise<void> => {
    for (let last: unknown; last !== attaching; await last) last = attaching;
  };

  const drawOn = async (): Promise<void> => {
    await load('draw');
    await runtime.draw?.(draft);
    save();
    refresh();
    panel?.querySelector<HTMLElement>('.draws')?.focus();
  };

  const choose = async (mode: Mode, isStart = false): Promise<void> => {
    if (mode === 'page') {
      shooting = null;
      draft.wantPicture = false;
      await aim(null);
      render();
      return;
    }
    hide();
    runtime.load('inspect');
    runtime.load('capture');
    picking = new AbortController();
    const { signal } = picking;
    const found = await pick(runtime, mode, signal, isStart);
    picking = null;
    if (signal.aborted || (!found && isStart)) return leave();
    const picked = found === 'page' ? null : found;
    if (picked) await aim(picked);
    render();
    if (picked) shoot();
    panel?.querySelector('textarea')?.focus();
  };

  const finish = async (body: Item['body'], pictures: string[] | undefined): Promise<void> => {
    const { files } = draft;
    box.clear();
    const sending = outbox.add('annotations', body, pictures, files);
    const { key } = outbox.list().at(-1) as Item;
    load('notes');
    const outcome = await sending;
    offer = false;
    if (typeof outcome === 'string') {
      // Someone who writes on is not interrupted.
      message = draft.body ? say(outcome) : '';
      if (!draft.body) {
        const { email = visitorOf(runtime)?.email } = body;
        sent = { key, outcome, email: runtime.settings?.submitter_mail !== false && email };
      }
    } else if (!draft.body) {
      const { reason, message: detail = '' } = outcome.refused ?? {};
      outbox.remove(key);
      box.restore(outcome);
      if (reason === 'stakeholder_revoked') {
        offer = runtime.settings?.site.anonymous_allowed ?? false;
        message = say(offer ? 'revoked' : 'needLink');
      } else message = reason === 'anonymous_not_allowed' ? say('needLink') : detail;
    }
    if (panel) render();
  };

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const field = panel?.querySelector('textarea');
    if (!draft.body.trim()) return field?.focus();
    const send = panel?.querySelector<HTMLButtonElement>('.main');
    // Ctrl+Enter submits despite the disabled button.
    if (send?.disabled) return;
    if (send) Object.assign(send, { disabled: true, textContent: say('sending') });
    await shooting;
    if (!draft.context) await aim(null);
    await attachmentsAdded();
    await finish(box.payload(), draft.wantPicture ? draft.pictures : undefined);
  };

  const turn = (shows: boolean): void => {
    showsNotes = shows;
    render();
  };
  const compose = (): void => {
    shooting = null;
    turn(false);
  };

  const anonymous = async (): Promise<void> => {
    runtime.store.set('link', '');
    offer = false;
    message = '';
    await runtime.refresh();
    panel?.querySelector('form')?.requestSubmit();
  };

  const sentView = ({ outcome, email }: NonNullable<typeof sent>): HTMLElement => {
    const leave = (shows: boolean) => () => {
      sent = target = null;
      turn(shows);
    };
    const words = h('div', { role: 'status' });
    // Live regions announce changes, not their initial content.
    requestAnimationFrame(() =>
      words.append(
        h('strong', null, say(outcome)),
        email ? h('p', { class: 'dim', dir: 'auto' }, say('hear').replace('{email}', email)) : '',
      ),
    );
    return h(
      'div',
      { class: 'body done' },
      icon(outcome === 'sent' ? TICK : CLOCK),
      words,
      h('button', { class: 'main', onclick: leave(true) }, say('view')),
      h('button', { class: 'quiet', onclick: leave(false) }, say('another')),
    );
  };

  const composer = (): HTMLElement => {
    const view = composerView({
      runtime,
      box,
      message,
      offer,
      isShooting: () => shooting !== null,
      choose,
      submit,
      anonymous,
      shoot,
      queueAttach,
      draw: drawOn,
      aimAtPage: () => aim(null),
      wrote: () => {
        message = '';
      },
    });
    refresh = view.refresh;
    return view.element;
  };

  const dark = matchMedia('(prefers-color-scheme: dark)');
  const shade = (): void => {
    const theme = runtime.settings?.site.theme;
    runtime.host.toggleAttribute('data-dark', theme === 'dark' || (theme !== 'light' && dark.matches));
  };
  dark.onchange = shade;

  const hide = (): void => {
    panel?.remove();
    panel = null;
    mark(null);
    button.ariaExpanded = 'false';
  };
  const leave = (): void => {
    message = '';
    if (sent) target = null;
    sent = null;
    window.dispatchEvent(new CustomEvent('sidenote:close'));
    (back?.isConnected ? back : button).focus();
  };
  const close = (): void => {
    picking?.abort();
    if (!panel) return;
    hide();
    leave();
  };
  const trap = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Tab' && panel) {
      const stops = [...panel.querySelectorAll<HTMLElement>('button,input,textarea,summary,a,pre')].filter(
        (at) => at.checkVisibility?.() ?? true,
      );
      if (event.shiftKey) stops.reverse();
      if (root.activeElement !== stops.at(-1)) return;
      event.preventDefault();
      stops[0]?.focus();
    }
  };

  const render = (): void => {
    panel?.remove();
    const tab = (key: 'title' | 'mine', shows: boolean) =>
      h('button', { ariaPressed: String(showsNotes === shows), onclick: () => turn(shows) }, say(key));
    notes =
      (showsNotes &&
        runtime.notesView?.({ runtime, box, outbox, news, compose, call, load, locale: locale(runtime) })) ||
      null;
    const awaited = h('p', { class: 'body dim', role: 'status' });
    panel = h(
      'section',
      {
        class: 'panel',
        role: 'dialog',
        ariaModal: 'true',
        ariaLabel: say('title'),
        lang: locale(runtime),
        onkeydown: trap,
        onwheel: quiet,
        ontouchmove: quiet,
        data: { at: runtime.settings?.site.position ?? '' },
      },
      h(
        'header',
        { class: 'tabs' },
        tab('title', false),
        tab('mine', true),
        h('button', { class: 'x', ariaLabel: say('close'), onclick: close }, icon(CLOSE)),
      ),
      notes?.element ?? (showsNotes ? awaited : sent ? sentView(sent) : composer()),
    );
    root.append(panel);
    button.ariaExpanded = 'true';
    mark(showsNotes ? null : targetRect, spot);
    reveal();
    if (notes) notes.load();
    else if (showsNotes)
      load('notes').then(() => {
        awaited.textContent = say('failed');
        if (awaited.isConnected && runtime.notesView) render();
      });
    const first = panel.querySelector<HTMLElement>(showsNotes ? '.tabs [aria-pressed=true]' : 'textarea,.done .main');
    (first ?? panel).focus({ preventScroll: true });
  };

  // The browser shows the page as it was left: meanwhile the next one may have changed or sent the draft and what waits.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    box.reload(true);
    shooting = sent = target = null;
    outbox.reload();
    core.render();
  });

  // Keeps the page's shortcuts, focus traps and scroll locks from reacting to input here.
  const quiet = (event: Event) => event.stopPropagation();
  for (const type of ['keydown', 'keyup', 'keypress', 'focusin', 'paste', 'drop']) root.addEventListener(type, quiet);
  // A modal of the page may trap the focus, so its fields don't learn that it left for the panel. Other fields do.
  addEventListener(
    'focusout',
    (event) => {
      const side = (event.target as Element).closest?.('[role$=dialog]') ? event.relatedTarget : event.target;
      if (side === runtime.host) quiet(event);
    },
    true,
  );
  // The loader has just kept it as a click on the page.
  root.addEventListener('click', () => runtime.logs.clicks.pop(), true);

  const core: Core = {
    async open(): Promise<void> {
      // The page may have removed it.
      if (!runtime.host.isConnected) document.documentElement.append(runtime.host);
      if (panel || picking) return;
      if (!runtime.settings) await runtime.refresh();
      if (!runtime.settings) return;
      await loadWords(runtime);
      if (panel || picking) return;
      shade();
      const { activeElement: active } = document;
      back = active instanceof HTMLElement && active !== document.body && active !== runtime.host ? active : null;
      const chosen = selectedText();
      showsNotes = !chosen && !!news.isNew();
      box.reload();
      const isBegun = sent || box.isBegun();
      if (!isBegun) {
        box.clear();
        shooting = target = null;
      }
      if (chosen && !draft.context) {
        await aim(chosen);
        shoot();
      } else if (box.isElsewhere()) target = null;
      else if (!target && draft.context) {
        const { anchor, selection } = draft.context;
        const element = findAnchor(anchor);
        if (element && anchor.kind !== 'page') target = { kind: 'element', element, rect: null, selection };
      }
      // A note that was begun goes on.
      if (isBegun || target || showsNotes) render();
      else void choose('element', true);
      window.dispatchEvent(new CustomEvent('sidenote:open'));
    },
    close,
    toggle(): void {
      if (panel) close();
      else core.open();
    },
    render(): void {
      if (panel) render();
    },
    changed(): void {
      const items = outbox.list();
      if (box.isBehind && items.every(outbox.isStored)) {
        box.isBehind = false;
        save();
      }
      const mine = items.find(({ key }) => key === sent?.key);
      if (sent && sent.outcome !== 'sent' && (!mine || mine.refused)) {
        if (mine) sent = null;
        else sent.outcome = 'sent';
        if (panel && !showsNotes) turn(!sent);
      }
      news.show();
      notes?.changed();
    },
    async ask(): Promise<Settings | undefined> {
      const link = runtime.store.get('link');
      try {
        const found = await call<Settings>(runtime, 'settings');
        // Meanwhile the page may have identified someone else.
        if (link === runtime.store.get('link')) return found;
      } catch (error) {
        console.warn(error);
        clearTimeout(again);
        if (retryable((error as Refusal).status)) again = window.setTimeout(runtime.refresh, 3e4);
      }
    },
  };
  return core;
};
