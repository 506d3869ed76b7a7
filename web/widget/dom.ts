type Properties<E> = { [K in keyof E]?: E[K] } & {
  class?: string;
  aria?: Record<string, string>;
  data?: Record<string, string>;
};

/** Makes an element; texts become text nodes, and nothing is ever parsed as HTML. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<HTMLElementTagNameMap[K]> | null,
  ...children: (Node | string | null | false | undefined)[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  const { class: className, aria, data, ...rest } = (properties ?? {}) as Properties<HTMLElement>;
  if (className) element.className = className;
  for (const [name, value] of Object.entries(aria ?? {})) element.setAttribute(`aria-${name}`, value);
  Object.assign(element.dataset, data);
  Object.assign(element, rest);
  element.append(
    ...children.filter((child): child is Node | string => typeof child === 'string' || child instanceof Node),
  );
  return element;
};

export const icon = (path: string): SVGElement => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
};
