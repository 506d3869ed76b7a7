interface AxeRule {
  id: string;
  nodes: { element?: Element; any: { data?: Record<string, unknown> | null }[] }[];
}
type AxeKind = 'violations' | 'passes' | 'incomplete' | 'inapplicable';
interface Axe {
  run: (root: Document, options: object) => Promise<Record<AxeKind, AxeRule[]>>;
}
type Found = readonly (readonly [element: Element, value?: string | undefined])[];

/** Runs in the page's isolated world, after axe-core: it may use nothing of its module. */
export const measurePage = async (options: object): Promise<unknown> => {
  const PLACES = 12;
  const MAX_CHARACTERS = 120_000;
  const SILENT = 'script, style, noscript, template, textarea, select, option, svg, rt, rp, [aria-hidden="true"]';
  const SET_ASIDE = 'code, pre, kbd, samp, var, q, del, s, tt, [translate="no"]';
  const CONTROLS =
    'a[href], area[href], button, input, select, textarea, summary, label, video, audio, iframe, [tabindex], [contenteditable]';
  const NO_FIELDS = 'hidden submit button reset image checkbox radio file range color'.split(' ');
  const root = document.documentElement;
  const body = document.body ?? root;
  const all = [...body.querySelectorAll<HTMLElement>('*')].slice(0, 20_000);
  const styleOf = (element: Element) => getComputedStyle(element);
  const attribute = (element: Element | null, name: string) => element?.getAttribute(name) ?? '';
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();

  const selectors = new Map<Element, string>();
  const byId = new Map<string, Element[]>();
  for (const element of all) {
    const id = attribute(element, 'id');
    if (id) byId.set(id, [...(byId.get(id) ?? []), element]);
  }
  const selectorOf = (element: Element): string => {
    const known = selectors.get(element);
    if (known !== undefined) return known;
    const { parentElement, localName } = element;
    const id = attribute(element, 'id');
    let selector = localName;
    if (id && id.length < 100 && byId.get(id)?.length === 1) selector = `#${CSS.escape(id)}`;
    else if (parentElement) {
      const same = [...parentElement.children].filter((child) => child.localName === localName);
      const nth = same.length > 1 ? `:nth-of-type(${same.indexOf(element) + 1})` : '';
      selector = `${selectorOf(parentElement)} > ${CSS.escape(localName)}${nth}`;
    }
    selectors.set(element, selector);
    return selector;
  };
  const boxOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [Math.round(left + scrollX), Math.round(top + scrollY)];
    return { x, y, width: Math.round(width), height: Math.round(height) };
  };
  const spot = (element: Element, value?: string) => ({
    selector: selectorOf(element).slice(0, 1024),
    box: boxOf(element),
    ...(value !== undefined && { value: value.slice(0, 120) }),
  });
  const few = (found: Found) => ({
    count: found.length,
    places: found.slice(0, PLACES).map(([element, value]) => spot(element, value)),
  });
  const alone = (found: readonly Element[]) => few(found.map((element) => [element]));
  const seen = new Map<Element, boolean>();
  const isSeen = (element: Element): boolean => {
    const known = seen.get(element);
    if (known !== undefined) return known;
    const { width, height } = element.getBoundingClientRect();
    const is = width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    seen.set(element, is);
    return is;
  };
  const meta = (name: string) => {
    const found = document.querySelector(`meta[name="${name}" i], meta[property="${name}" i]`);
    return found ? attribute(found, 'content') : null;
  };

  // axe-core takes joined letters for ligatures of an icon font, and leaves them out.
  const faint = new Map<Element, number>();
  const rgba = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string) => {
    const linear = rgba(color)
      .slice(0, 3)
      .map((part) => (part <= 10.3 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => sum + weight * (linear[i] ?? 0), 0);
  };
  const backgroundOf = (element: Element | null): string | undefined => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor, backgroundImage } = styleOf(element);
    const [, , , alpha = 1] = rgba(backgroundColor);
    if (backgroundImage !== 'none' || (alpha > 0 && alpha < 1)) return undefined;
    return alpha === 1 ? backgroundColor : backgroundOf(element.parentElement);
  };
  const noteFaint = (element: Element) => {
    const { color, fontSize, fontWeight } = styleOf(element);
    const background = backgroundOf(element);
    if (background === undefined || (rgba(color)[3] ?? 1) < 1) return;
    const [dark = 0, light = 0] = [luminance(color), luminance(background)].sort((a, b) => a - b);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = Number.parseFloat(fontSize);
    if (ratio < (size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5)) faint.set(element, ratio);
  };

  // Text, by the block that it is in; the cells of a row are one.
  const texts = new Map<Element, string[]>();
  const cells = new Map<Element, Element>();
  const small = new Map<Element, string>();
  const blockOf = (element: Element): Element => {
    let at = element;
    while (at.parentElement && at !== body && /^(inline$|contents|ruby)/.test(styleOf(at).display)) {
      at = at.parentElement;
    }
    return at.closest('tr') ?? at;
  };
  let characters = 0;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && characters < MAX_CHARACTERS; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent ?? '';
    if (!parent || parent.closest(SILENT) || !isSeen(parent)) continue;
    const block = blockOf(parent);
    const parts = texts.get(block) ?? [];
    if (!/\S/.test(text)) {
      parts.push(' ');
      continue;
    }
    const size = Number.parseFloat(styleOf(parent).fontSize);
    const isSmall = size < 11.99 && /[\p{L}\p{N}]{2}/u.test(text) && !parent.closest('sup, sub');
    if (isSmall) small.set(parent, `${Math.round(size * 10) / 10} px`);
    characters += text.trim().length;
    if (/[\p{sc=Arab}\p{sc=Syrc}]/u.test(text)) noteFaint(parent);
    const cell = parent.closest('td, th');
    if (cell && block.localName === 'tr' && cells.get(block) !== cell) {
      if (parts.length > 0) parts.push('\t');
      cells.set(block, cell);
    }
    parts.push(parent.closest(SET_ASIDE) ? '\uFFFC' : text);
    texts.set(block, parts);
  }
  const blocks = [...texts].slice(0, 1200).map(([element, parts]) => ({
    ...spot(element),
    tag: element.localName,
    text: parts
      .join('')
      .replace(/[^\S\t]+/g, ' ')
      .trim()
      .slice(0, 4000),
    language: attribute(element.closest('[lang]'), 'lang').slice(0, 35),
  }));

  const isCut = (element: Element): boolean => {
    const { overflowX, overflowY, textOverflow, textIndent, webkitLineClamp } = styleOf(element);
    // An indent far to the left replaces text by a picture.
    if (textOverflow === 'ellipsis' || Number.parseFloat(textIndent) < -50) return false;
    if (!/hidden|clip/.test(overflowX + overflowY)) return false;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    const fits = scrollHeight <= clientHeight + 2 && scrollWidth <= clientWidth + 2;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (fits || width <= 4 || height <= 4 || /^\d/.test(webkitLineClamp)) return false;
    return [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !/\S/.test(node.textContent ?? '')) return false;
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].some((line) => {
        const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
        return line.width > 1 && (y > bottom || y < top || x > right || x < left);
      });
    });
  };

  // Sideways scrolling: the outermost elements that reach out of the window.
  const hides = [root, body].some((element) => /hidden|clip/.test(styleOf(element).overflowX));
  const pageWidth = hides ? root.clientWidth : (document.scrollingElement ?? root).scrollWidth;
  const sticksOut = (element: Element) => {
    const { left, right, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && (right + scrollX > root.clientWidth + 1 || left + scrollX < -1);
  };
  const isClipped = (element: Element): boolean => {
    for (let at = element.parentElement; at && at !== body; at = at.parentElement) {
      if (styleOf(at).overflowX !== 'visible') return true;
    }
    return styleOf(element).position === 'fixed';
  };
  const wide =
    pageWidth > root.clientWidth + 1
      ? all.filter((element) => sticksOut(element) && isSeen(element) && !isClipped(element))
      : [];
  const outermost = wide.filter((element) => !wide.some((other) => other !== element && other.contains(element)));

  // In front of the first view, by a grid of 100 points.
  const covers = new Map<Element, number>();
  for (let i = 0; i < 100; i += 1) {
    const x = ((i % 10) + 0.5) * (root.clientWidth / 10);
    const y = (Math.floor(i / 10) + 0.5) * (innerHeight / 10);
    let at = document.elementFromPoint(x, y);
    while (at && at !== body && styleOf(at).position !== 'fixed') at = at.parentElement;
    if (at && at !== body && at !== root && !at.querySelector('main, h1')) covers.set(at, (covers.get(at) ?? 0) + 1);
  }

  const reacts = (element: HTMLElement) =>
    element.hasAttribute('onclick') ||
    (styleOf(element).cursor === 'pointer' &&
      element.parentElement !== null &&
      styleOf(element.parentElement).cursor !== 'pointer');
  const isOutOfReach = (element: HTMLElement) =>
    reacts(element) &&
    isSeen(element) &&
    !element.closest(`${CONTROLS}, svg, option`) &&
    !element.querySelector(CONTROLS);

  const anchors = all.filter((element) => element.matches('a[href], area[href]')) as HTMLAnchorElement[];
  const isMissing = (anchor: Element) => {
    const href = attribute(anchor, 'href');
    if (!/^#[^!:]/.test(href) || href === '#top' || href.includes('/')) return false;
    const names = [href.slice(1)];
    try {
      names.push(decodeURIComponent(href.slice(1)));
    } catch {
      // It is compared as written.
    }
    return !names.some((name) => document.getElementById(name) || document.getElementsByName(name).length > 0);
  };
  const nameOf = (element: HTMLElement) => {
    const pictured = [...element.querySelectorAll('img')].map((image) => image.alt).join(' ');
    return tidy(attribute(element, 'aria-label') || element.innerText || pictured || attribute(element, 'title'));
  };

  const pictureOf = (image: HTMLImageElement) => {
    const style = styleOf(image);
    const sum = (...sides: string[]) => sides.reduce((total, side) => total + (Number.parseFloat(side) || 0), 0);
    const beside = sum(style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth);
    const above = sum(style.paddingTop, style.paddingBottom, style.borderTopWidth, style.borderBottomWidth);
    const isStyled = (image.computedStyleMap().get('height')?.toString() ?? 'auto') !== 'auto';
    const hasRatio = /^[\d.]+ \/ [\d.]+$/.test(style.aspectRatio);
    return {
      ...spot(image),
      url: image.currentSrc.slice(0, 1000),
      alt: image.hasAttribute('alt') ? attribute(image, 'alt') : null,
      natural: { width: image.naturalWidth, height: image.naturalHeight },
      shown: { width: image.offsetWidth - beside, height: image.offsetHeight - above },
      fit: style.objectFit,
      is_loaded: image.complete,
      has_space: (image.hasAttribute('width') && image.hasAttribute('height')) || isStyled || hasRatio,
    };
  };

  const fields = all.filter(
    (element) => element.matches('input, select, textarea') && !NO_FIELDS.includes(attribute(element, 'type')),
  ) as HTMLInputElement[];
  const tableOf = (table: HTMLTableElement) => {
    const rows = [...table.rows];
    const lengths = new Set(rows.map((row) => row.cells.length));
    const isEven = rows.length > 2 && lengths.size === 1 && !lengths.has(0) && !lengths.has(1);
    return {
      ...spot(table),
      has_headers: table.querySelector('th, [role=columnheader], [role=rowheader]') !== null,
      is_data: isEven && !table.querySelector('table, form, p, ul, iframe'),
      rows: rows.slice(0, 60).map((row) => ({
        ...spot(row),
        cells: [...row.cells].slice(0, 12).map((cell) => tidy(cell.innerText).slice(0, 120)),
      })),
    };
  };
  const CAPTIONS = 'track[kind="captions"], track[kind="subtitles"], track:not([kind])';
  const videos = [...body.querySelectorAll('video')].filter((video) => isSeen(video) && !video.muted);
  const listings = [...body.querySelectorAll('ul, ol')].flatMap((list) => {
    const before = list.previousElementSibling as HTMLElement | null;
    if (!before || !isSeen(list)) return [];
    const items = [...list.children].filter((child) => child.localName === 'li').length;
    return [{ before: tidy(before.innerText).slice(0, 300), before_spot: spot(before), items }];
  });
  const dataFaults = [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) => {
    try {
      JSON.parse(script.textContent ?? '');
      return '';
    } catch (error) {
      return String(error).slice(0, 200);
    }
  });
  const addressOf = (form: HTMLFormElement) => {
    const action = attribute(form, 'action');
    return URL.canParse(action, document.baseURI) ? new URL(action, document.baseURI).href : '';
  };

  const { axe } = globalThis as typeof globalThis & { axe?: Axe };
  const measuredBy = (id: string, { any }: AxeRule['nodes'][number]) => {
    const data = any.find((one) => one.data)?.data ?? {};
    const { contrastRatio, width, height } = data as Record<string, number | undefined>;
    if (id === 'color-contrast' && contrastRatio) return `${Math.floor(contrastRatio * 10) / 10}:1`;
    return id === 'target-size' && width && height ? `${Math.round(width)} × ${Math.round(height)} px` : undefined;
  };
  const check = async () => {
    if (!axe) return null;
    const results = await axe.run(document, {
      ...options,
      resultTypes: ['violations', 'incomplete'],
      elementRef: true,
      iframes: false,
      preload: false,
    });
    // Single letters have a measured contrast, too.
    const isFaint = ({ any }: AxeRule['nodes'][number]) => {
      const { messageKey, contrastRatio, expectedContrastRatio } = any[0]?.data ?? {};
      return messageKey === 'shortTextContent' && Number(contrastRatio) < Number.parseFloat(`${expectedContrastRatio}`);
    };
    const contrast = 'color-contrast';
    const also: AxeRule['nodes'] = [
      ...results.incomplete.flatMap(({ id, nodes }) => (id === contrast ? nodes.filter(isFaint) : [])),
      ...[...faint].map(([element, contrastRatio]) => ({ element, any: [{ data: { contrastRatio } }] })),
    ];
    const known = results.violations.find(({ id }) => id === contrast);
    if (known) known.nodes.push(...also);
    else if (also.length > 0) results.violations.push({ id: contrast, nodes: also });
    const outcome = (kind: AxeKind, state: string) =>
      results[kind].map(({ id, nodes }) => {
        const found = kind === 'violations' ? nodes : [];
        const places = found.flatMap((node) => (node.element ? [[node.element, measuredBy(id, node)] as const] : []));
        return [id, { state, ...few(places) }];
      });
    return Object.fromEntries([
      ...outcome('inapplicable', 'absent'),
      ...outcome('incomplete', 'unsure'),
      ...outcome('passes', 'passed'),
      ...outcome('violations', 'failed'),
    ]);
  };

  return {
    title: document.title,
    language: attribute(root, 'lang'),
    is_quirky: document.compatMode === 'BackCompat',
    is_secure: isSecureContext,
    viewport: meta('viewport'),
    description: meta('description'),
    card: { title: meta('og:title'), image: meta('og:image') },
    canonicals: [
      ...new Set([...document.querySelectorAll('link[rel~="canonical" i]')].map((link) => attribute(link, 'href'))),
    ].slice(0, 5),
    icons: [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon" i]')].map(({ href }) => href).slice(0, 10),
    structured_data: { count: dataFaults.length, faults: dataFaults.filter(Boolean).slice(0, 5) },
    width: { page: pageWidth, window: root.clientWidth },
    content: {
      characters,
      media: [...body.querySelectorAll('img, svg, canvas, video, iframe, object, embed')].filter(
        (element) => isSeen(element) && element.getBoundingClientRect().width >= 60,
      ).length,
      fields: fields.length,
    },
    too_wide: few(outermost.map((element) => [element, `${boxOf(element).width} px`])),
    small_text: few([...small]),
    cut_text: alone(all.filter((element) => isSeen(element) && !element.closest(SILENT) && isCut(element))),
    covering: few(
      [...covers].flatMap(([element, points]) =>
        points >= 50 && /\S/.test(element.textContent ?? '') ? [[element, `${points}%`]] : [],
      ),
    ),
    unreachable: alone(all.filter(isOutOfReach)),
    uncaptioned: { videos: videos.length, ...alone(videos.filter((video) => !video.querySelector(CAPTIONS))) },
    repeated_ids: few(
      [...byId].flatMap(([id, [, second]]) => (second && !second.closest('svg') ? [[second, id]] : [])),
    ),
    missing_targets: few(anchors.filter(isMissing).map((anchor) => [anchor, attribute(anchor, 'href')])),
    blocks,
    pictures: [...body.querySelectorAll('img')]
      .filter((image) => image.checkVisibility() && image.currentSrc !== '')
      .slice(0, 300)
      .map(pictureOf),
    links: anchors
      .filter((anchor) => isSeen(anchor) || anchor.querySelector('img'))
      .slice(0, 400)
      .map((anchor) => ({
        ...spot(anchor),
        href: attribute(anchor, 'href').slice(0, 1000),
        url: anchor.href.slice(0, 1000),
        text: nameOf(anchor).slice(0, 300),
      })),
    fields: fields
      .filter(isSeen)
      .slice(0, 100)
      .map((field) => ({
        ...spot(field),
        type: field.type,
        names: tidy(
          [field.name, field.id, ...[...(field.labels ?? [])].map((label) => label.innerText)].join(' '),
        ).slice(0, 200),
        autocomplete: field.hasAttribute('autocomplete') ? attribute(field, 'autocomplete') : null,
        has_label: (field.labels?.length ?? 0) > 0 || field.matches('[aria-label], [aria-labelledby], [title]'),
        is_search: field.type === 'search' || field.closest('search, [role="search"]') !== null,
      })),
    forms: [...document.forms].slice(0, 30).map((form) => ({
      ...spot(form),
      action: addressOf(form).slice(0, 1000),
      has_password: form.querySelector('input[type=password]') !== null,
    })),
    tables: [...body.querySelectorAll('table')]
      .filter((table) => isSeen(table) && !/^(presentation|none)$/.test(attribute(table, 'role')))
      .slice(0, 20)
      .map(tableOf),
    listings: listings.slice(0, 100),
    axe: await check().catch(() => null),
  };
};
