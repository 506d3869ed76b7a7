import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { cleanText, cleanUrl, hasQuery } from '../../functions/browser/in-page/clean.ts';
import { anchorOf } from './anchor.ts';
import { contrastOf } from './contrast.ts';
import { cssRulesOf } from './css-rules.ts';
import { isMasked } from './describe.ts';
import type { Logs, Runtime, Target } from './runtime.ts';
import { snippet } from './snippet.ts';
import { sourceOf } from './source.ts';
import { ancestorAttributes, clicksOf, linkOf, overflowOf } from './surroundings.ts';

const STYLES =
  'color background-color background-image font-family font-size font-weight line-height letter-spacing text-align text-transform text-decoration-line white-space display position width height margin padding border border-radius box-shadow opacity overflow z-index flex-direction justify-content align-items gap grid-template-columns transform cursor visibility'.split(
    ' ',
  );

const stylesOf = (element: Element, runtime: Runtime): Record<string, string> => {
  const cage = document.createElement('div');
  // A custom element would run the page's code.
  const bare = document.createElementNS(element.namespaceURI, element.localName.replace(/.*-.*/, 'span'));
  cage.style.cssText = 'all:initial;display:none';
  cage.attachShadow({ mode: 'open' }).append(bare);
  runtime.root.append(cage);
  const plain = getComputedStyle(bare);
  const styles = (element.ownerDocument.defaultView ?? window).getComputedStyle(element);
  const differ: Record<string, string> = {};
  for (const name of STYLES) {
    const value = styles.getPropertyValue(name);
    if (value && value !== plain.getPropertyValue(name)) differ[name] = cleanText(value, 300);
  }
  cage.remove();
  return differ;
};

const buildId = (): string => {
  const meta = document.querySelector(
    'meta[name~=build-id i],meta[name=version i],meta[name=release i],meta[name=commit i],meta[name=revision i]',
  );
  const next = (window as { __NEXT_DATA__?: { buildId?: string } }).__NEXT_DATA__?.buildId;
  return String(meta?.getAttribute('content') ?? document.documentElement.dataset.buildId ?? next ?? '').slice(0, 120);
};

const pageOf = (): CapturedContext['page'] => {
  const build = buildId();
  const title = Reflect.get(Document.prototype, 'title', document).slice(0, 200);
  const fragment = /^#!?\//.test(location.hash) ? cleanUrl(location.hash.slice(1)) : '';
  return {
    url: cleanUrl(location.href),
    ...(hasQuery(location.href) && { has_query: true }),
    route: (location.pathname + (fragment && `#${fragment}`)).slice(0, 2048),
    ...(title && { title }),
    ...(build && { build_id: build }),
  };
};

const environmentOf = (): NonNullable<CapturedContext['environment']> => ({
  viewport: { width: innerWidth, height: innerHeight },
  scroll: { x: Math.round(scrollX), y: Math.round(scrollY) },
  pixel_ratio: devicePixelRatio || 1,
  user_agent: navigator.userAgent.slice(0, 500),
  color_scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  locale: (navigator.language || 'en').slice(0, 35),
});

const logsOf = ({ console, requests }: Logs): Pick<CapturedContext, 'console' | 'failed_requests'> => ({
  ...(console.length && {
    console: console.map(({ message, at }) => ({ level: 'error', message: cleanText(message, 500), at })),
  }),
  ...(requests.length && {
    failed_requests: requests.map((entry) => ({
      ...entry,
      method: entry.method.slice(0, 10),
      url: cleanUrl(URL.parse?.(entry.url, document.baseURI)?.href ?? entry.url),
    })),
  }),
});

/** One that fails in some browser leaves the others. */
const tried = <T>(look: () => T): T | undefined => {
  try {
    return look();
  } catch {
    return undefined;
  }
};

const lookOf = (element: Element, styles: Record<string, string>, runtime: Runtime): Partial<CapturedContext> => {
  // Pictures and custom properties of a masked element can hold what it hides.
  if (isMasked(element)) {
    delete styles['background-image'];
    return {};
  }
  const css_rules = tried(() => cssRulesOf(element, styles));
  return {
    contrast: tried(() => contrastOf(element)),
    css_rules: css_rules?.length ? css_rules : undefined,
    overflow: tried(() => overflowOf(element)),
    link: tried(() => linkOf(element, runtime)),
  };
};

const anchorWithin = (element: Element, kind: Target['kind'], rect: Target['rect']): CapturedContext['anchor'] => {
  const ancestor_attributes = tried(() => ancestorAttributes(element)) ?? {};
  const anchor = anchorOf(element, kind, rect);
  return Object.keys(ancestor_attributes).length ? { ...anchor, ancestor_attributes } : anchor;
};

const inspect = (runtime: Runtime, target: Target | null): CapturedContext => {
  const { element, kind, rect, selection } = target ?? {};
  const source = element && sourceOf(element);
  const styles = element && stylesOf(element, runtime);
  // `in` would also find what a page adds to all objects.
  for (const part of Object.keys(selection ?? {}) as 'text'[])
    if (selection) selection[part] = cleanText(selection[part], 2000);
  const clicks = tried(() => clicksOf(runtime));
  return {
    page: pageOf(),
    anchor: element && kind ? anchorWithin(element, kind, rect ?? null) : { kind: 'page' },
    ...(source && { source }),
    ...(selection && { selection }),
    environment: environmentOf(),
    ...(element && styles && { html: snippet(element), styles, ...lookOf(element, styles, runtime) }),
    ...logsOf(runtime.logs),
    ...(clicks?.length && { clicks }),
  };
};

Object.assign(window.__sidenote as Runtime, { inspect });
