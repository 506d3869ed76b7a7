import { dataUrl } from './picture-file.ts';

export const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const REFERENCE = /url\((['"]?)(.+?)\1\)/g;
const PATIENCE = 8_000;

const read = async (url: string): Promise<string> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw new Error(url);
  return dataUrl(await answer.blob());
};

/** Replaces URLs by data URLs, because an SVG image can't load anything. Unreadable ones become a transparent pixel. */
export const embedder = () => {
  const loaded: Record<string, Promise<string>> = {};
  const load = async (url: string, base = document.baseURI): Promise<string> => {
    if (/^data:/.test(url)) return url;
    const { href } = new URL(url, base);
    loaded[href] ??= read(href).catch(() => PIXEL);
    return loaded[href];
  };
  const inCss = async (css: string, base?: string): Promise<string> => {
    const embedded = await Promise.all(
      [...css.matchAll(REFERENCE)].map(async ([whole, , url = '']) =>
        /^(data:|#)/.test(url) ? whole : `url("${await load(url, base)}")`,
      ),
    );
    return css.replace(REFERENCE, () => embedded.shift() ?? '');
  };
  const decodedFirst = new Set<string>();
  const inElement = async (element: HTMLElement | SVGElement): Promise<void> => {
    const isImage = element.localName === 'img';
    for (const name of isImage || element.localName === 'image' ? ['src', 'href', 'xlink:href'] : []) {
      const url = element.getAttribute(name);
      if (!url) continue;
      const data = await load(url);
      element.setAttribute(name, data);
      if (!isImage) decodedFirst.add(data);
    }
    if (isImage) element.setAttribute('decoding', 'sync');
    const { cssText } = element.style ?? {};
    if (!/url\(/.test(cssText)) return;
    element.style.cssText = await inCss(cssText);
    for (const [, data = ''] of element.style.cssText.matchAll(/url\("(data:image.+?)"\)/g))
      decodedFirst.add(data.replaceAll('\\"', '"'));
  };
  return {
    inCss,
    async inTree(root: Element): Promise<void> {
      await Promise.all([...root.querySelectorAll<HTMLElement>('*')].map(inElement));
      // WebKit draws a background before it is decoded, unless the same image was drawn below it.
      for (const data of decodedFirst) {
        const image = root.ownerDocument.createElement('img');
        image.setAttribute('src', data);
        image.setAttribute('decoding', 'sync');
        image.style.cssText = 'position:absolute;z-index:-1;top:0;left:0;width:1px;height:1px;opacity:.01';
        root.prepend(image);
      }
    },
  };
};
