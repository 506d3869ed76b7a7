type Counter = { value: number };
type Scope = Map<string, Counter[]>;
type Pseudo = '::before' | '::after';

const PARTS = /"((?:[^"\\]|\\.)*)"|counter(s?)\((.+?)\)|attr\((.+?)\)|\//g;

/** The text of a computed `content`, without its alternative for screen readers. Counters are decimal. */
const textOf = (content: string, element: Element, scope: Scope): string => {
  let text = '';
  for (const [part, string, all, list, attribute] of content.matchAll(PARTS)) {
    if (part === '/') break;
    if (list) {
      const [name = '', between = ''] = list.split(', ');
      const values = (scope.get(name) ?? [{ value: 0 }]).map(({ value }) => value);
      text += all ? values.join(between.slice(1, -1)) : values.at(-1);
    } else if (attribute) text += element.getAttribute(attribute) ?? '';
    else
      text += (string ?? '').replace(/\\(?:([\da-f]{1,6}) ?|(.))/gi, (_, hex, other) =>
        hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : other,
      );
  }
  return text;
};

const count = (
  { counterReset, counterIncrement, counterSet }: CSSStyleDeclaration,
  scope: Scope,
  made: Set<string>,
) => {
  const each = (list: string, change: (name: string, value: number) => void) => {
    for (const [, name = '', value] of list.matchAll(/([\w-]+) (-?\d+)/g)) change(name, Number(value));
  };
  const make = (name: string, value: number): Counter => {
    const outer = scope.get(name) ?? [];
    const counter = { value };
    // A sibling's counter of that name ends here.
    scope.set(name, [...(made.has(name) ? outer.slice(0, -1) : outer), counter]);
    made.add(name);
    return counter;
  };
  const last = (name: string): Counter => scope.get(name)?.at(-1) ?? make(name, 0);
  each(counterReset, make);
  each(counterIncrement, (name, by) => {
    last(name).value += by;
  });
  each(counterSet, (name, value) => {
    last(name).value = value;
  });
};

/** The text that style sheets generate before and after elements. Counters are counted over the whole page, once it has any. */
export const generatedText = (page: Document) => {
  const view = page.defaultView ?? window;
  let counted: Map<Element, Partial<Record<Pseudo, string>>> | undefined;
  const walk = (element: Element, scope: Scope, made: Set<string>): void => {
    const styles = view.getComputedStyle(element);
    if (styles.display === 'none') return;
    count(styles, scope, made);
    const [inner, own]: [Scope, Set<string>] = [new Map(scope), new Set()];
    const texts: Partial<Record<Pseudo, string>> = {};
    const generate = (pseudo: Pseudo) => {
      const generated = view.getComputedStyle(element, pseudo);
      if (/^(none|normal)?$/.test(generated.content)) return;
      count(generated, inner, own);
      texts[pseudo] = textOf(generated.content, element, inner);
    };
    generate('::before');
    for (const child of (element.shadowRoot ?? element).childNodes)
      if (child.nodeType === 1) walk(child as Element, inner, own);
    generate('::after');
    counted?.set(element, texts);
  };
  return (element: Element, pseudo: Pseudo, content: string): string => {
    if (!/counter/.test(content)) return textOf(content, element, new Map());
    if (!counted) {
      counted = new Map();
      walk(page.documentElement, new Map(), new Set());
    }
    return counted.get(element)?.[pseudo] ?? '';
  };
};
