/** Each is run in the page: it may use nothing of its module. */

export const readShape = () => {
  const { documentElement: root } = document;
  return {
    title: document.title,
    url: location.href,
    elements: document.getElementsByTagName('*').length,
    width: root?.clientWidth ?? 0,
    height: Math.max(root?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0, innerHeight),
    asks_password: [...document.querySelectorAll('input[type=password]')].some(
      (field) => field.getClientRects().length > 0,
    ),
  };
};

/** Pictures that load when they come into view do so. */
export const scrollThrough = async (most: number): Promise<void> => {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const step = Math.max(200, innerHeight * 0.9);
  for (let at = step; at < Math.min(most, document.documentElement.scrollHeight); at += step) {
    scrollTo({ top: at, behavior: 'instant' });
    await pause(40);
  }
  scrollTo({ top: 0, behavior: 'instant' });
  await pause(40);
};

/** With what isn't shown marked as `hidden`: visitors don't read it. */
export const readHtml = (most: number) => {
  const shown = (element: Element) => {
    const { display, visibility } = getComputedStyle(element);
    return display !== 'none' && visibility !== 'hidden' && visibility !== 'collapse';
  };
  for (const element of document.body?.querySelectorAll('*:not([hidden])') ?? []) {
    const isText =
      element instanceof HTMLElement && !/^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|LINK|META|TITLE)$/.test(element.tagName);
    if (isText && !shown(element) && !element.closest('[hidden]')) element.setAttribute('hidden', '');
  }
  const { doctype, documentElement } = document;
  const html = `${doctype ? `<!doctype ${doctype.name}>` : ''}${documentElement?.outerHTML ?? ''}`;
  return { html: html.slice(0, most), is_cut: html.length > most };
};
