import type { PageTools } from './page-tools.ts';

/** Its metadata, links, pictures, forms and tables. */
export const readParts = ({
  root,
  all,
  byId,
  find,
  closest,
  styleOf,
  attribute,
  tidy,
  textOf,
  isSeen,
  spot,
  few,
  alone,
  meta,
}: PageTools) => {
  const NO_FIELDS = 'hidden submit button reset image checkbox radio file range color'.split(' ');
  const anchors = find('a[href], area[href]') as HTMLAnchorElement[];
  /** Of a link in a drawing, `href` is an object. */
  const urlOf = (anchor: HTMLAnchorElement): string => {
    if (typeof anchor.href === 'string') return anchor.href;
    return URL.parse(attribute(anchor, 'href'), document.baseURI)?.href ?? '';
  };
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
  const referredBy = (element: Element) =>
    attribute(element, 'aria-labelledby')
      .split(/\s+/)
      .flatMap((id) => byId.get(id)?.slice(0, 1) ?? [])
      .map((named) => attribute(named, 'aria-label') || textOf(named))
      .join(' ');
  const nameOf = (element: HTMLElement) => {
    const pictured = [...element.querySelectorAll('img, [aria-label], [aria-labelledby]')]
      .map((part) => referredBy(part) || attribute(part, 'aria-label') || attribute(part, 'alt'))
      .join(' ');
    return tidy(
      tidy(referredBy(element)) ||
        attribute(element, 'aria-label') ||
        element.innerText ||
        pictured ||
        textOf(element) ||
        attribute(element, 'title'),
    );
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
  /** One text per column. A number over several columns is that of the last one. */
  const cellsOf = ({ cells }: HTMLTableRowElement) =>
    [...cells].slice(0, 12).flatMap((cell, at) => {
      const text = tidy(cell.innerText).slice(0, 120);
      const others = new Array<string>(cell.colSpan - 1).fill('');
      return at === 0 ? [text, ...others] : [...others, text];
    });
  const tableOf = (table: HTMLTableElement) => {
    const rows = [...table.rows];
    const lengths = new Set(rows.map((row) => row.cells.length));
    const isEven = rows.length > 2 && lengths.size === 1 && !lengths.has(0) && !lengths.has(1);
    return {
      ...spot(table),
      has_headers: table.querySelector('th, [role=columnheader], [role=rowheader]') !== null,
      is_data: isEven && !table.querySelector('table, form, p, ul, iframe'),
      rows: rows.slice(0, 60).map((row) => ({ ...spot(row), cells: cellsOf(row).slice(0, 12) })),
    };
  };
  const CAPTIONS = 'track[kind="captions"], track[kind="subtitles"], track:not([kind])';
  const videos = (find('video') as HTMLVideoElement[]).filter((video) => isSeen(video) && !video.muted);
  const listings = find('ul, ol').flatMap((list) => {
    const before = list.previousElementSibling as HTMLElement | null;
    if (!before || !isSeen(list)) return [];
    const items = [...list.children].filter((child) => child.localName === 'li').length;
    return [
      {
        before: tidy(before.innerText).slice(0, 300),
        before_spot: spot(before),
        is_heading: /^h[1-6]$/.test(before.localName),
        items,
      },
    ];
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

  return {
    title: Reflect.get(Document.prototype, 'title', document),
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
    content: {
      media: find('img, svg, canvas, video, iframe, object, embed').filter(
        (element) => isSeen(element) && element.getBoundingClientRect().width >= 60,
      ).length,
      fields: fields.length,
    },
    uncaptioned: { videos: videos.length, ...alone(videos.filter((video) => !video.querySelector(CAPTIONS))) },
    repeated_ids: few(
      [...byId].flatMap(([id, [, second]]) => (second && !second.closest('svg') ? [[second, id]] : [])),
    ),
    missing_targets: few(anchors.filter(isMissing).map((anchor) => [anchor, attribute(anchor, 'href')])),
    pictures: (find('img') as HTMLImageElement[])
      .filter((image) => image.checkVisibility() && image.currentSrc !== '')
      .slice(0, 300)
      .map(pictureOf),
    links: anchors
      .filter((anchor) => isSeen(anchor) || anchor.querySelector('img'))
      .slice(0, 400)
      .map((anchor) => ({
        ...spot(anchor),
        href: attribute(anchor, 'href').slice(0, 1000),
        url: urlOf(anchor).slice(0, 1000),
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
        is_search: field.type === 'search' || closest(field, 'search, [role="search"]') !== null,
      })),
    forms: [...document.forms].slice(0, 30).map((form) => ({
      ...spot(form),
      action: addressOf(form).slice(0, 1000),
      has_password: form.querySelector('input[type=password]') !== null,
    })),
    tables: (find('table') as HTMLTableElement[])
      .filter((table) => isSeen(table) && !/^(presentation|none)$/.test(attribute(table, 'role')))
      .slice(0, 20)
      .map(tableOf),
    listings: listings.slice(0, 100),
  };
};
