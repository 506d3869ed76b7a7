import { cleanUrl } from '../../functions/browser/in-page/clean.ts';
import type { Refusal } from './api.ts';
import { docker } from './dock.ts';
import { addStyles, h, icon } from './dom.ts';
import { toOuter } from './geometry.ts';
import { signInMember } from './page-access.ts';
import type { PinnedNote, Rect, Runtime, TeamParts } from './runtime.ts';
import { type TeamKey, teamEn } from './strings-lazy.ts';
import css from './team.css';
import { threadView } from './team-thread.ts';

const CLOSE = 'M6 6l12 12M18 6L6 18';
const LOOK_AGAIN_MS = 1500;
const LATE_MS = 2000;
const AFTER_FAILURE_MS = 30_000;

const runtime = window.__sidenote as Runtime;
addStyles(runtime, css);
const say = (key: TeamKey): string => runtime.say?.(key) ?? teamEn[key];

const fragment = (): string => (/^#!?\//.test(location.hash) ? cleanUrl(location.hash.slice(1)) : '');
const here = (): string => cleanUrl(location.href) + fragment();

type Shown = { note: PinnedNote; element: Element | null; pin: HTMLButtonElement };

const isWhole = ({ note }: Shown): boolean => note.anchor.kind === 'page';
const isLost = (one: Shown): boolean => !one.element && !isWhole(one);

let leave: (() => void) | undefined;
let expire: (() => void) | undefined;

const open = ({ call, load, locale }: TeamParts): void => {
  leave?.();
  const dock = docker();
  let shown: Shown[] = [];
  let isComplete = true;
  let active: Shown | null = null;
  let opened = 0;
  let frame = 0;
  let page = '';
  let lookAgain = 0;
  let looking = 0;
  let seekAt = Number.POSITIVE_INFINITY;
  let showsFailure = false;
  let isStale = false;
  const layer = h('div', { class: 'team', lang: locale });
  const data = { at: runtime.settings?.site.position ?? '' };
  const panel = h('section', { class: 'panel', role: 'dialog', tabIndex: -1, hidden: true, data });
  const count = h('button', { type: 'button', class: 'quiet', ariaExpanded: 'false' });
  const bar = h(
    'div',
    { class: 'bar noted', role: 'region', ariaLabel: say('teamHide') },
    count,
    h(
      'button',
      { type: 'button', ariaLabel: say('teamHide'), title: say('teamHide'), onclick: () => leave?.() },
      icon(CLOSE),
    ),
  );

  const rectOf = ({ element, note: { anchor } }: Shown): Rect | null => {
    if (!element?.isConnected) return null;
    const box = toOuter(element, element.getBoundingClientRect());
    if (!box.width && !box.height) return null;
    const at = anchor.pin ?? { x: 0, y: 0 };
    return { ...box, x: box.x + Math.min(at.x, box.width), y: box.y + Math.min(at.y, box.height) };
  };
  const follow = (): void => {
    for (const one of shown) {
      const at = rectOf(one);
      one.pin.hidden = !at;
      if (at) one.pin.style.cssText = `transform:translate(${at.x}px,${at.y}px)`;
    }
    if (!panel.hidden) {
      const at = active && rectOf(active);
      dock(panel, at && { ...at, width: 0, height: 0 }, at);
    }
    isStale ||= shown.some(({ element }) => element && !element.isConnected);
    if (here() !== page || (isStale && !looking && Date.now() > lookAgain)) reload();
    if (Date.now() > seekAt) {
      seekAt = Number.POSITIVE_INFINITY;
      seek();
    }
    frame = requestAnimationFrame(follow);
  };

  const show = (label: string, ...parts: (Node | false)[]): void => {
    const close = h('button', { type: 'button', class: 'x', ariaLabel: say('teamHide'), onclick: hide }, icon(CLOSE));
    const title = h('strong', null, label);
    panel.replaceChildren(h('header', { class: 'tabs' }, title, close), ...parts.filter((part) => part !== false));
    panel.ariaLabel = label;
    panel.hidden = false;
    count.ariaExpanded = 'true';
    showsFailure = false;
  };
  const closePanel = (): void => {
    active = null;
    panel.hidden = true;
    count.ariaExpanded = 'false';
    showsFailure = false;
  };
  const hide = (): void => {
    // Once access has ended, nothing else is left.
    if (!bar.isConnected) {
      leave?.();
      return;
    }
    const back = active?.pin.isConnected && !active.pin.hidden ? active.pin : count;
    closePanel();
    back.focus();
  };

  const end = (): void => {
    const isFocused = layer.contains(runtime.root.activeElement);
    runtime.member = undefined;
    cancelAnimationFrame(frame);
    active = null;
    const again = h('button', { type: 'button', class: 'main' }, say('teamAgain'));
    const problem = h('p', { role: 'status', class: 'say' });
    again.onclick = async () => {
      problem.textContent = '';
      problem.textContent = (await runtime.team?.({ call, load, locale })) ?? '';
    };
    for (const { pin } of shown) pin.remove();
    shown = [];
    bar.remove();
    show(say('teamEnded'), h('div', { class: 'body' }, problem, again));
    dock(panel, null, null);
    // Not the button: the next key of a reply would press it.
    if (isFocused) panel.focus();
  };
  /** `isCurrent`: the panel still shows what failed to load. Otherwise only lost access matters. */
  const failed = (error: unknown, isCurrent: boolean): void => {
    if ((error as Refusal).reason === 'page_access_ended') end();
    else if (isCurrent) {
      show(say('teamFailed'));
      showsFailure = true;
    }
  };

  const openThread = async (one: Shown): Promise<void> => {
    active = one;
    opened += 1;
    const mine = opened;
    const isOpen = (): boolean => active !== null && mine === opened;
    const back = h('button', { type: 'button', class: 'quiet', onclick: () => list() }, say('teamBack'));
    show(one.note.author_name || say('teamVisitor'), h('div', { class: 'body', ariaBusy: 'true' }));
    try {
      const body = await threadView({ call, locale, say, note: one.note, changed: reload });
      if (!isOpen()) return;
      show(one.note.author_name || say('teamVisitor'), body);
      body.append(back);
      (body.querySelector<HTMLElement>('textarea') ?? back).focus({ preventScroll: true });
    } catch (error) {
      failed(error, isOpen());
    }
  };

  const list = (isFocused = true): void => {
    active = null;
    const entry = (one: Shown) => {
      const button = h(
        'button',
        { type: 'button', class: 'entry', dir: 'auto' },
        h('em', null, one.pin.textContent ?? ''),
        one.note.excerpt,
      );
      button.onclick = async () => {
        openThread(one);
        if (isLost(one)) await seek();
        one.element?.scrollIntoView({ block: 'center' });
      };
      return button;
    };
    const group = (key: TeamKey | null, all: Shown[]) =>
      all.length > 0 && h('div', null, key && h('small', null, say(key)), ...all.map(entry));
    const parts = [
      group(
        null,
        shown.filter(({ element }) => element),
      ),
      group('teamWhole', shown.filter(isWhole)),
      group('teamLost', shown.filter(isLost)),
    ].filter((part) => part !== false);
    const more = !isComplete && h('small', null, say('teamCut'));
    show(
      shown.length ? say('teamCount').replace('{n}', String(shown.length)) : say('teamNone'),
      h('div', { class: 'body' }, ...parts, more),
    );
    if (isFocused) panel.querySelector<HTMLElement>('.entry,.x')?.focus();
  };
  count.onclick = () => {
    if (!panel.hidden) return hide();
    list();
    seek();
  };

  const place = async (): Promise<void> => {
    await load('find');
    const pinned = shown.filter((one) => !isWhole(one));
    const found = runtime.find?.(pinned.map(({ note }) => note)) ?? [];
    for (const [at, one] of pinned.entries()) one.element = found[at] ?? null;
  };

  const isListOpen = (): boolean => !active && !panel.hidden && !showsFailure && bar.isConnected;
  /** Pages render late. */
  const seek = async (): Promise<void> => {
    const lost = shown.filter(isLost);
    if (!lost.length) return;
    await place();
    if (isListOpen() && !lost.every(isLost)) list(panel.contains(runtime.root.activeElement));
  };

  const reload = async (): Promise<void> => {
    const asked = here();
    const isOtherPage = page !== asked;
    page = asked;
    looking += 1;
    try {
      type Answer = { pins: PinnedNote[]; is_complete: boolean };
      const { pins, is_complete } = await call<Answer>(
        runtime,
        `pins?page_url=${encodeURIComponent(cleanUrl(location.href))}`,
      );
      // Meanwhile the page may have changed, or access ended.
      if (here() !== asked || !bar.isConnected) return;
      for (const { pin } of shown) pin.remove();
      isComplete = is_complete;
      const own = pins.filter(({ route = '' }) => (route.split('#')[1] ?? '') === fragment());
      shown = own.map((note, at) => {
        const pin = h(
          'button',
          { type: 'button', class: 'pinned', hidden: true, title: note.excerpt },
          String(own.length - at),
        );
        pin.ariaLabel = `${own.length - at}: ${note.excerpt}`;
        const one: Shown = { note, element: null, pin };
        pin.onclick = () => openThread(one);
        return one;
      });
      layer.prepend(...shown.map(({ pin }) => pin));
      count.textContent = shown.length ? say('teamCount').replace('{n}', String(shown.length)) : say('teamNone');
      const same = active && shown.find(({ note }) => note.id === active?.note.id);
      if (same) active = same;
      await place();
      if (showsFailure) closePanel();
      // An open list is that of the page before.
      else if (isOtherPage && isListOpen()) list(panel.contains(runtime.root.activeElement));
      if (isOtherPage) seekAt = Date.now() + LATE_MS;
      isStale = false;
      lookAgain = Date.now() + LOOK_AGAIN_MS;
    } catch (error) {
      failed(error, isOtherPage && !active && here() === asked);
      isStale = (error as Refusal).reason !== 'page_access_ended';
      lookAgain = Date.now() + AFTER_FAILURE_MS;
    } finally {
      looking -= 1;
    }
  };

  layer.onkeydown = (event) => {
    if (event.key !== 'Escape' || panel.hidden) return;
    event.preventDefault();
    hide();
  };
  leave = () => {
    const isFocused = layer.contains(runtime.root.activeElement);
    cancelAnimationFrame(frame);
    layer.remove();
    leave = undefined;
    expire = undefined;
    if (isFocused) runtime.button.focus();
  };
  expire = end;
  layer.append(panel, bar);
  runtime.root.append(layer);
  reload().then(() => {
    if (panel.hidden) count.focus();
  });
  follow();
};

/** A stakeholder’s link shows their own notes; everyone else signs in first. */
const team: Runtime['team'] = async (parts) => {
  const isKnown = runtime.member || runtime.settings?.stakeholder;
  const outcome = isKnown
    ? 'granted'
    : await signInMember(runtime, () => {
        runtime.member = undefined;
        expire?.();
      });
  if (outcome !== 'granted') return say(outcome === 'blocked' ? 'teamPopup' : 'teamUnfinished');
  runtime.core?.close();
  open(parts);
  return '';
};

Object.assign(runtime, { team });
