/** One tab of a real browser, driven the same way in each. Coordinates are CSS pixels of the viewport. */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function that refers to nothing outside itself in the page. Arguments and result are JSON. */
  evaluate<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  move(x: number, y: number): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  /** `Control+Enter`, `j`, `ArrowRight`, … */
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Puts a file of this machine into a file input. */
  upload(where: Where, file: string): Promise<void>;
  /** The viewport as PNG. */
  screenshot(): Promise<Buffer>;
  /** The page on paper, as PDF, if the browser prints by itself. */
  paper?(): Promise<Buffer>;
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** A CSS selector, or one with the text or the accessible label that the element contains. A ` >>> ` enters a shadow root. */
export type Where = string | readonly [selector: string, text: string];

export const VIEWPORT = { width: 1280, height: 800 } as const;

/** Runs in the page: the first element that is shown, or null. File inputs count although they are hidden. */
export const findIn = (where: Where): HTMLElement | null => {
  const [selector, text = ''] = typeof where === 'string' ? [where] : where;
  const [outer = '', inner] = selector.split(' >>> ');
  const root = inner ? document.querySelector(outer)?.shadowRoot : document;
  const labelOf = (element: HTMLElement) =>
    [
      element.textContent,
      element.ariaLabel,
      ...[...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
    ].join(' ');
  const found = [...(root?.querySelectorAll<HTMLElement>(inner ?? outer) ?? [])];
  return (
    found.find(
      (element) =>
        labelOf(element).includes(text) &&
        (element.getAttribute('type') === 'file' || (element.checkVisibility?.() && element.getClientRects().length)),
    ) ?? null
  );
};
