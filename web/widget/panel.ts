import { composerView, type Mode } from './composer.ts';
import { h, icon } from './dom.ts';
import type { Draft, DraftBox } from './draft.ts';
import { findAnchor } from './geometry.ts';
import type { News } from './news.ts';
import { notesView } from './notes.ts';
import type { Item, Outbox } from './outbox.ts';
import { describe, marker, type Picked, pick, rectOf, selectedText } from './picker.ts';
import type { Core, Point, Rect, Runtime, Target } from './runtime.ts';
import { type Key, t } from './strings.ts';

const CLOSE = 'M6 6l12 12M18 6L6 18';
const TICK = 'M5 12.5l4.5 4.5L19 7.5';
const CLOCK = 'M12 4a8 8 0 1 0 .01 0M12 8v4l3 2';

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = reject;
    reader.readAsDataURL(blob);
  });

export const openPanel = (runtime: Runtime, box: DraftBox, outbox: Outbox, news: News) => {
  const { root, button } = runtime;
  const { draft, save } = box;
  const say = (key: Key) => t(runtime, key);
  const mark = marker(runtime);
  let panel: HTMLElement | null = null;
  let notes: ReturnType<typeof notesView> | null = null;
  let showsNotes = false;
  let target: Target | null = null;
  let origin: Point = { x: 0, y: 0 };
  let spot: Point | null = null;
  let shooting: Promise<void> | null = null;
  let back: HTMLElement | null = null;
  let message = '';
  /** Outcome of the note just sent, until the next one is begun. */
  let sent: { outcome: 'sent' | 'queued'; email: string } | null = null;
  let offer = false;
  let refresh = (): void => {};

  const targetRect = (): Rect | null => target && rectOf(target, origin);
  const aim = async (picked: Picked | null): Promise<void> => {
    target = picked?.target ?? null;
    const view = target?.element.ownerDocument.defaultView ?? window;
    origin = { x: view.scrollX, y: view.scrollY };
    const area = targetRect();
    spot = area && picked?.pin ? { x: picked.pin.x - area.x, y: picked.pin.y - area.y } : null;
    const { selection, kind, element } = picked?.target ?? {};
    await box.aim(
      target,
      selection
        ? `“${selection.text.slice(0, 80)}”`
        : element && `${kind === 'region' ? `${say('region')} · ` : ''}${describe(element)}`,
    );
  };

  const shoot = (pin: Point | null): void => {
    const take = async (): Promise<void> => {
      const shot: Partial<Draft> = {};
      try {
        if (!draft.context) await aim(null);
        await runtime.load('capture');
        const whole = { x: 0, y: 0, width: innerWidth, height: innerHeight };
        const rect = targetRect();
        const accent = runtime.settings?.site.color ?? '#2f5bd7';
        const picture = await runtime.capture?.(
          rect ?? whole,
          rect,
          pin ?? (rect && { x: rect.x, y: rect.y }),
          accent,
          runtime.host,
        );
        if (!picture) throw new Error('no capture');
        shot.pictures = await Promise.all([dataUrl(picture.full), dataUrl(picture.thumb)]);
      } catch (error) {
        shot.noPicture = String(error).includes('csp') ? 'shotCsp' : 'shotFail';
      }
      if (shooting !== mine) return;
      Object.assign(draft, shot);
      shooting = null;
      save();
      refresh();
    };
    Object.assign(draft, { wantPicture: true, pictures: undefined, noPicture: undefined });
    const mine = take();
    shooting = mine;
    refresh();
  };

  const choose = async (mode: Mode): Promise<void> => {
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
    const picked = await pick(runtime, mode);
    if (picked) await aim(picked);
    render();
    if (picked) shoot(picked.pin);
    panel?.querySelector('textarea')?.focus();
  };

  const finish = async (body: Item['body'], pictures: string[] | undefined): Promise<void> => {
    const sending = outbox.add('annotations', body, pictures);
    box.clear();
    const outcome = await sending;
    offer = false;
    if (typeof outcome === 'string') {
      // Someone who writes on is not interrupted.
      message = draft.body ? say(outcome) : '';
      if (!draft.body) sent = { outcome, email: runtime.settings?.stakeholder ? '' : draft.email.trim() };
    } else if (!draft.body) {
      const { reason, message: detail } = outcome.refused ?? { reason: '', message: '' };
      outbox.remove(outcome.key);
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
    if (send) Object.assign(send, { disabled: true, textContent: say('sending') });
    await shooting;
    if (!draft.context) await aim(null);
    await finish(box.payload(), draft.wantPicture ? draft.pictures : undefined);
  };

  const edit = (item: Item): void => {
    shooting = null;
    const note = /^notes\/(.+)\/replies$/.exec(item.path)?.[1];
    outbox.remove(item.key);
    if (note) draft.replies[note] = item.body.body;
    else {
      // A draft in progress stays; the returned text is inserted before it.
      const mine = draft.body;
      box.restore(item);
      draft.body = [draft.body, mine].filter(Boolean).join('\n\n');
      showsNotes = false;
    }
    save();
    render();
  };

  const anonymous = async (item?: Item): Promise<void> => {
    if (item) edit(item);
    if (!draft.body.trim()) return;
    runtime.store.set('link', '');
    offer = false;
    message = '';
    await runtime.refresh();
    await finish(box.payload(), draft.wantPicture ? draft.pictures : undefined);
  };

  const sentView = ({ outcome, email }: NonNullable<typeof sent>): HTMLElement => {
    const leave = (shows: boolean) => () => {
      sent = null;
      target = null;
      showsNotes = shows;
      render();
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
      h('button', { type: 'button', class: 'main', onclick: leave(true) }, say('view')),
      h('button', { type: 'button', class: 'quiet', onclick: leave(false) }, say('another')),
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
      anonymous: () => anonymous(),
      shoot: () => shoot(null),
      aimAtPage: () => aim(null),
      wrote: () => {
        message = '';
      },
    });
    refresh = view.refresh;
    return view.element;
  };

  const hide = (): void => {
    panel?.remove();
    panel = null;
    mark(null);
    button.ariaExpanded = 'false';
  };
  const close = (): void => {
    if (!panel) return;
    hide();
    message = '';
    if (sent) target = null;
    sent = null;
    window.dispatchEvent(new CustomEvent('sidenote:close'));
    (back?.isConnected ? back : button).focus();
  };
  const trap = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Tab' && panel) {
      const stops = [...panel.querySelectorAll<HTMLElement>('button,input,textarea,summary,a,pre')].filter(
        (at) => at.checkVisibility?.() ?? true,
      );
      const edge = event.shiftKey ? stops[0] : stops.at(-1);
      if (root.activeElement !== edge) return;
      event.preventDefault();
      (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
    }
  };

  const render = (): void => {
    panel?.remove();
    const tab = (key: 'title' | 'mine', shows: boolean) =>
      h('button', { type: 'button', ariaPressed: String(showsNotes === shows), onclick: () => turn(shows) }, say(key));
    const turn = (shows: boolean): void => {
      showsNotes = shows;
      render();
    };
    notes = showsNotes ? notesView({ runtime, box, outbox, news, edit, anonymous }) : null;
    panel = h(
      'section',
      {
        class: 'panel',
        role: 'dialog',
        ariaModal: 'true',
        ariaLabel: say('title'),
        onkeydown: trap,
        data: { at: runtime.settings?.site.position ?? '' },
      },
      h(
        'header',
        { class: 'tabs' },
        tab('title', false),
        tab('mine', true),
        h('button', { type: 'button', class: 'x', ariaLabel: say('close'), onclick: close }, icon(CLOSE)),
      ),
      notes?.element ?? (sent ? sentView(sent) : composer()),
    );
    root.append(panel);
    button.ariaExpanded = 'true';
    mark(showsNotes ? null : targetRect, spot);
    // The panel moves to the other side if it covers the target and would cover less of it there.
    const own = panel.getBoundingClientRect();
    const aimed = targetRect();
    if (
      aimed &&
      aimed.x < own.right &&
      aimed.x + aimed.width > own.x &&
      aimed.y < own.bottom &&
      aimed.y + aimed.height > own.y &&
      aimed.x * 2 + aimed.width > innerWidth === own.x + own.right > innerWidth
    )
      panel.dataset.flip = '';
    notes?.load();
    const first = showsNotes ? '.tabs [aria-pressed=true]' : 'textarea,.done .main';
    (panel.querySelector<HTMLElement>(first) ?? panel).focus({
      preventScroll: true,
    });
  };

  // Keeps the page's shortcuts and focus traps from reacting to input here.
  for (const type of ['keydown', 'keyup', 'keypress', 'focusin', 'focusout', 'paste'])
    root.addEventListener(type, (event) => event.stopPropagation());
  // The loader has just kept it as a click on the page.
  root.addEventListener('click', () => runtime.logs.clicks.pop(), true);

  const core: Core = {
    async open(): Promise<void> {
      if (panel) return;
      if (!runtime.settings) await runtime.refresh();
      if (!runtime.settings) return;
      const { activeElement: active } = document;
      back = active instanceof HTMLElement && active !== document.body && active !== runtime.host ? active : null;
      const chosen = selectedText();
      showsNotes = !chosen && news.isNew();
      if (chosen && !draft.context) await aim(chosen);
      else if (!target && draft.context) {
        const { anchor, selection } = draft.context;
        const element = findAnchor(anchor);
        if (element && anchor.kind !== 'page')
          target = { kind: 'element', element, rect: null, ...(selection && { selection }) };
      }
      render();
      if (chosen && target?.kind === 'text' && !draft.pictures) shoot(null);
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
      notes?.changed();
    },
  };
  return core;
};
