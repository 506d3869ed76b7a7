import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { cleanText, cleanUrl } from '../../functions/browser/in-page/clean.ts';
import { isMasked, SILENT, wordsOf } from './describe.ts';
import type { Logs, Runtime } from './runtime.ts';

const MAX_ANCESTORS = 8;
const MAX_ATTRIBUTES = 6;
const MAX_CLICKS = 10;
/** Names a place in the code or in the catalog, but no person. */
const NAMING = /^data-(test|cy|qa|e2e|pw|sku|product|item|variant|slug|component|section|block|id$|.*-id$)/;
const PERSONAL = /user|customer|visitor|email|phone|session|token|secret|csrf|auth|nonce/i;
const CONTROLS = 'a,button,input,select,textarea,label,summary,[role],[onclick]';
/** A request there could end or delete something. */
const RISKY = /(log|sign)[-_]?(out|off)|delete|remove|unsubscribe|cancel/i;

/** The nearest of each name. */
export const ancestorAttributes = (element: Element): Record<string, string> => {
  const found: Record<string, string> = {};
  let at = element.parentElement;
  for (let up = 0; at && up < MAX_ANCESTORS; up += 1, at = at.parentElement) {
    if (isMasked(at)) continue;
    for (const name of at.getAttributeNames()) {
      const value = at.getAttribute(name);
      if (NAMING.test(name) && !PERSONAL.test(name) && value && !(name in found))
        if (Object.keys(found).length < MAX_ATTRIBUTES) found[name.slice(0, 80)] = cleanText(value, 80);
    }
  }
  return found;
};

/** Pixels by which its content doesn't fit the element, the page doesn't fit the window, and the element leaves it. */
export const overflowOf = (element: Element): CapturedContext['overflow'] => {
  const root = element.ownerDocument.documentElement;
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  const { right } = element.getBoundingClientRect();
  const overflow = {
    x: clientWidth && scrollWidth - clientWidth,
    y: clientHeight && scrollHeight - clientHeight,
    page_x: root.scrollWidth - root.clientWidth,
    beyond_x: Math.max(0, Math.round(right - root.clientWidth)),
  };
  return Object.values(overflow).some((pixels) => pixels > 1) ? overflow : undefined;
};

/** The element and the hosts of the shadow trees around it, from the inside. */
const withHosts = (element: Element): Element[] => {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? [element, ...withHosts(root.host)] : [element];
};

const clickOf = (target: Element): { role: string; name: string } => {
  const around = withHosts(target);
  const element = around.map((one) => one.closest(CONTROLS)).find(Boolean) ?? target;
  const { role, name, text } = wordsOf(element);
  const isSilent = around.slice(1).some((host) => host.closest(SILENT));
  return { role: role || element.localName.slice(0, 80), name: isSilent ? '' : (name || text).slice(0, 80) };
};

/** By role and name, never by value; what was done in the widget is left out. */
export const clicksOf = ({ logs, root }: Runtime): NonNullable<CapturedContext['clicks']> =>
  logs.clicks
    .flatMap(({ target, at }) =>
      target instanceof Element && target.getRootNode() !== root && target !== root.host ? [{ target, at }] : [],
    )
    .slice(-MAX_CLICKS)
    .map(({ target, at }) => ({ ...clickOf(target), at }));

const forget = ({ requests }: Logs, url: string): void => {
  const at = requests.findLastIndex((entry) => entry.method === 'HEAD' && entry.url === url);
  if (at >= 0) requests.splice(at, 1);
};

/** The status comes a moment later, if asking is harmless: on the page's own origin, without cookies. */
export const linkOf = (element: Element, { logs }: Runtime): CapturedContext['link'] => {
  const anchor = element.closest<HTMLAnchorElement>('a[href]');
  if (!anchor || isMasked(anchor) || !/^https?:$/.test(anchor.protocol)) return undefined;
  const { href, origin, pathname, search, download } = anchor;
  const link: NonNullable<CapturedContext['link']> = { url: cleanUrl(href) };
  const isHarmless = origin === location.origin && !search && !download && !RISKY.test(pathname);
  if (isHarmless && pathname !== location.pathname)
    fetch(href, { method: 'HEAD', credentials: 'omit', signal: AbortSignal.timeout?.(4000) ?? null }).then(
      ({ status }) => {
        link.status = status;
        forget(logs, href);
      },
      () => forget(logs, href),
    );
  return link;
};
