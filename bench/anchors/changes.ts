/** Each is applied to a page that was just loaded. */
const SINGLE = {
  'class hashes': ['classes'],
  wrappers: ['wrap'],
  reordering: ['reorder'],
  'text edits': ['edit'],
  translation: ['translate'],
  insertions: ['insert'],
  removal: ['remove'],
  'other tags': ['tags'],
  'ids gone': ['ids'],
  'other layout': ['layout'],
} as const;
/** The pages that weren't looked at are combined otherwise, too. */
export const CHANGES = {
  tuned: {
    ...SINGLE,
    'hashes, wrappers': ['classes', 'wrap'],
    'reordering, edits': ['reorder', 'edit'],
    'removal, insertions': ['remove', 'insert'],
    'translation, wrappers': ['translate', 'wrap'],
    'edits, insertions, hashes': ['edit', 'insert', 'classes'],
    'removal, edits, hashes': ['remove', 'edit', 'classes'],
    'removal, reordering': ['remove', 'reorder'],
    redesign: ['classes', 'ids', 'wrap', 'layout'],
  },
  'held out': {
    ...SINGLE,
    'wrappers, edits': ['wrap', 'edit'],
    'translation, hashes': ['translate', 'classes'],
    'insertions, reordering': ['insert', 'reorder'],
    'edits, layout': ['edit', 'layout'],
    'tags, hashes': ['tags', 'classes'],
    'removal, wrappers': ['remove', 'wrap'],
    'removal, edits, layout': ['remove', 'edit', 'layout'],
    rewrite: ['edit', 'ids', 'wrap', 'layout'],
  },
} as const;
export type Half = keyof typeof CHANGES;
type Step = 'classes' | 'wrap' | 'reorder' | 'edit' | 'translate' | 'insert' | 'remove' | 'tags' | 'ids' | 'layout';

export interface Draw {
  seed: number;
  marks: number;
}

/** Runs in the page: names the elements that notes are pinned to, the same ones on each load. */
export const markElements = ({ seed, marks }: Draw): void => {
  let state = seed;
  const chance = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const all: Element[] = [];
  const walk = (root: Document | ShadowRoot | Element) => {
    for (const element of root.children) {
      if (
        /^(head|script|style|template|noscript|br|link|meta|code|em|strong|b|i|small|sub|sup|abbr|del|ins|mark|kbd)$/.test(
          element.localName,
        )
      )
        continue;
      const { width, height } = element.getBoundingClientRect();
      if (
        !/^(html|body)$/.test(element.localName) &&
        width > 4 &&
        height > 4 &&
        element.checkVisibility() &&
        !element.parentElement?.closest('svg')
      )
        all.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
      const inside = (element as HTMLIFrameElement).contentDocument;
      if (inside) walk(inside);
      walk(element);
    }
  };
  walk(document);
  const isLeaf = (element: Element) =>
    element.children.length === 0 &&
    (Boolean(element.textContent?.trim()) || /^(img|input|textarea|select)$/.test(element.localName));
  const isPart = (element: Element) => element.children.length > 0 && (element.textContent?.trim().length ?? 0) < 400;
  const picked = new Set<Element>();
  for (let tries = 0; picked.size < Math.min(marks, all.length) && tries < 500; tries += 1) {
    const kind = chance();
    const pool = kind < 0.65 ? all.filter(isLeaf) : kind < 0.9 ? all.filter(isPart) : all;
    const element = pool[Math.floor(chance() * pool.length)];
    if (element) picked.add(element);
  }
  (window as unknown as { marked: Element[] }).marked = [...picked];
};

/** Runs in the page: changes it, and answers which marks are gone. The others carry their number. */
export const changePage = ({ steps, seed }: { steps: readonly Step[]; seed: number }): number[] => {
  let state = seed;
  const chance = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (end: number) => Math.floor(chance() * end);
  const { marked } = window as unknown as { marked: Element[] };
  const WORDS = 'harbor velvet signal meadow copper lantern orbit walnut river ticket marble autumn'.split(' ');
  const word = () => WORDS[below(WORDS.length)] ?? '';

  const roots = (): (Document | ShadowRoot)[] => {
    const found: (Document | ShadowRoot)[] = [];
    const add = (root: Document | ShadowRoot) => {
      found.push(root);
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) add(element.shadowRoot);
        const inside = (element as HTMLIFrameElement).contentDocument;
        if (inside?.body) add(inside);
      }
    };
    add(document);
    return found;
  };
  const elements = () =>
    roots().flatMap((root) => [...(root instanceof ShadowRoot ? root : (root.body ?? root)).querySelectorAll('*')]);
  const texts = () =>
    roots().flatMap((root) => {
      const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        if (text.data.trim() && !text.parentElement?.closest('script,style,head')) found.push(text);
      }
      return found;
    });
  const movable = (element: Element) =>
    !/^(html|body|head|script|style|link|td|th|tr|tbody|thead|option|legend|summary)$/.test(element.localName) &&
    !element.closest('svg');

  const edited = (text: string): string => {
    const words = text.trim().split(/\s+/);
    if (words.length < 3 && /^[\x20-\x7e€]+$/.test(text))
      return chance() < 0.7 ? `${text} ${word()}` : `${word()} ${word()}`;
    if (words.length < 3) return `${text}${text.slice(0, 2)}`;
    words[below(words.length)] = word();
    if (chance() < 0.4) words.push(word());
    return words.join(' ');
  };
  const foreign = (text: string): string =>
    text
      .replace(/\p{Script=Latin}+/gu, (all) => {
        const shifted = [...all.toLowerCase()]
          .map((letter) => 'eoiutrnsldmkgbpfvhzwcyjqxa'[(letter.codePointAt(0) ?? 0) % 26])
          .join('');
        return all.length > 5 ? `${shifted.slice(2)}en` : all.length > 2 ? `${shifted}i` : shifted;
      })
      .replace(/[\u0621-\u064a\u3041-\u30ff\u4e00-\u9fff]+/g, (all) =>
        [...all].map((letter) => 'aeinorst'[(letter.codePointAt(0) ?? 0) % 8]).join(''),
      );
  const NEW = 'bamboo glacier pocket thunder violin saddle compass ginger mirror pepper tunnel whisper'.split(' ');
  const fresh = () => NEW[below(NEW.length)] ?? '';
  const copyOf = (element: Element): Element => {
    const copy = element.cloneNode(true) as Element;
    for (const inner of [copy, ...copy.querySelectorAll('*')]) {
      inner.removeAttribute('id');
      for (const name of ['href', 'src', 'alt', 'aria-label'])
        if (inner.hasAttribute(name)) inner.setAttribute(name, `/${fresh()}/${fresh()}`);
      for (const node of inner.childNodes)
        if (node.nodeType === 3 && (node as Text).data.trim()) (node as Text).data = `${fresh()} ${fresh()}`;
    }
    return copy;
  };

  const STEPS: Record<Step, () => void> = {
    classes: () => {
      const names = new Map<string, string>();
      const renamed = (name: string) => {
        const known = names.get(name) ?? `_${below(2 ** 31).toString(36)}${names.size}`;
        names.set(name, known);
        return known;
      };
      for (const root of roots()) {
        const rules = [...root.styleSheets].flatMap((sheet) => {
          try {
            return [...sheet.cssRules].map(({ cssText }) => cssText);
          } catch {
            return [];
          }
        });
        for (const old of root.querySelectorAll('style,link[rel=stylesheet]')) old.remove();
        for (const element of root.querySelectorAll('[class]'))
          element.setAttribute('class', [...element.classList].map(renamed).join(' '));
        const style = document.createElement('style');
        style.textContent = rules
          .join('\n')
          .replace(/\.(-?[_a-z][\w-]*)/gi, (all, name: string) => (names.has(name) ? `.${names.get(name)}` : all));
        (root instanceof ShadowRoot ? root : root.head).append(style);
      }
    },
    ids: () => {
      for (const element of elements()) {
        element.removeAttribute('id');
        for (const { name } of [...element.attributes])
          if (/^data-(test|cy|qa|e2e|pw)/.test(name)) element.removeAttribute(name);
      }
    },
    wrap: () => {
      const all = elements().filter(movable);
      const chosen = new Set([
        ...marked.filter((element) => movable(element) && chance() < 0.5),
        ...all.filter(() => chance() < 0.12),
      ]);
      for (const element of chosen) {
        if (!element.parentNode) continue;
        const wrapper = (element.ownerDocument ?? document).createElement(chance() < 0.8 ? 'div' : 'section');
        wrapper.className = word();
        element.replaceWith(wrapper);
        wrapper.append(element);
      }
    },
    reorder: () => {
      const parents = new Set([
        ...marked.flatMap((element) => [element.parentElement, element.parentElement?.parentElement]),
        ...elements().filter(() => chance() < 0.1),
      ]);
      for (const parent of parents) {
        if (!parent || /^(html|svg)$/.test(parent.localName)) continue;
        const tags = new Set([...parent.children].map(({ localName }) => localName));
        for (const tag of tags) {
          if (/^(script|style|link)$/.test(tag)) continue;
          const same = [...parent.children].filter(({ localName }) => localName === tag);
          const places = same.map((element) => {
            const place = document.createComment('');
            element.replaceWith(place);
            return place;
          });
          for (const place of places) place.replaceWith(...same.splice(below(same.length), 1));
        }
      }
    },
    edit: () => {
      const own = new Set(marked.flatMap((element) => [...element.childNodes]));
      for (const text of texts()) if (chance() < (own.has(text) ? 0.7 : 0.3)) text.data = edited(text.data);
    },
    translate: () => {
      document.title = foreign(document.title);
      for (const text of texts()) text.data = foreign(text.data);
      for (const element of elements())
        for (const name of ['alt', 'title', 'placeholder', 'aria-label']) {
          const value = element.getAttribute(name);
          if (value) element.setAttribute(name, foreign(value));
        }
    },
    insert: () => {
      for (const element of [...marked, ...elements().filter(() => chance() < 0.08)]) {
        if (!element.parentNode || chance() < 0.4 || /^(html|body|head)$/.test(element.localName)) continue;
        // Nothing could tell a copy without words from the original.
        const parts = [element, ...element.querySelectorAll('*')];
        if (
          !element.textContent?.trim() ||
          parts.some(({ localName }) => /-|^(input|select|textarea)$/.test(localName))
        )
          continue;
        if (chance() < 0.5) element.before(copyOf(element));
        else element.after(copyOf(element));
      }
      const banner = document.createElement('div');
      banner.innerHTML = '<p>We moved. <a href="/news">Read the news</a></p><button>Close</button>';
      document.body.prepend(banner);
    },
    remove: () => {
      for (const [index, element] of marked.entries()) if (index % 2 === 0) element.remove();
    },
    tags: () => {
      const OTHER: Record<string, string> = {
        div: 'section',
        section: 'div',
        h2: 'h3',
        h3: 'h4',
        a: 'button',
        button: 'a',
        span: 'em',
        strong: 'b',
        p: 'div',
        article: 'div',
        ul: 'div',
        li: 'div',
      };
      for (const element of [...marked, ...elements().filter(() => chance() < 0.2)]) {
        const tag = OTHER[element.localName];
        if (!tag || !element.isConnected || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') continue;
        const other = element.ownerDocument.createElement(tag);
        for (const { name, value } of element.attributes) other.setAttribute(name, value);
        other.append(...element.childNodes);
        element.replaceWith(other);
        const at = marked.indexOf(element);
        if (at >= 0) marked[at] = other;
      }
    },
    layout: () => {
      const style = document.createElement('style');
      style.textContent =
        'body{font-size:19px;padding-left:90px;font-family:serif}p,li,button,a,h1,h2,h3{padding:7px!important;margin:11px 0!important}';
      document.head.append(style);
    },
  };
  for (const step of steps) STEPS[step]();
  const gone: number[] = [];
  for (const [index, element] of marked.entries()) {
    const root = element.getRootNode({ composed: true }) as Document;
    const isThere = element.isConnected && (root === document || root.defaultView?.frameElement?.isConnected);
    if (isThere) element.setAttribute('data-test-mark', String(index));
    else gone.push(index);
  }
  return gone;
};
