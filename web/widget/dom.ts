import type { Runtime } from './runtime.ts';

export const addStyles = ({ root }: Runtime, css: string): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
};

type Properties<E> = { [K in keyof E]?: E[K] } & { class?: string; data?: Record<string, string> };

/** Creates an element. Texts become text nodes; nothing is parsed as HTML. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<HTMLElementTagNameMap[K]> | null,
  ...children: (Node | string | null | false | undefined)[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  const { class: className = '', data, ...rest } = (properties ?? {}) as Properties<HTMLElement>;
  element.className = className;
  Object.assign(element.dataset, data);
  Object.assign(element, rest);
  element.append(...children.map((child) => child || ''));
  return element;
};

export const icon = (path: string): SVGElement => {
  const make = (name: string, attribute: string, value: string) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name) as SVGElement;
    element.setAttribute(attribute, value);
    return element;
  };
  const svg = make('svg', 'viewBox', '0 0 24 24');
  svg.append(make('path', 'd', path));
  return svg;
};
