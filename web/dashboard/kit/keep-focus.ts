const OVERLAY = '.overlay';
const CONTROL = ':is(a[href], button, input, select, textarea, summary):not(:disabled)';

interface Place {
  element: HTMLElement;
  within: { node: Element; index: number }[];
  byKey: boolean;
}

const placeOf = (element: HTMLElement): Place => {
  const within: Place['within'] = [];
  for (let child: Element = element; child.parentElement; child = child.parentElement)
    within.push({ node: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return { element, within, byKey: element.matches(':focus-visible') };
};

const readable = (element: Element | null | undefined): HTMLElement | undefined => {
  if (!(element instanceof HTMLElement)) return undefined;
  element.tabIndex = -1;
  return element;
};

/** The row now in the place of a removed one, not its buttons: a held key would press them. */
const nextRow = ({ within }: Place): HTMLElement | undefined => {
  const left = within.find(({ node }) => node.isConnected);
  return left?.node.matches('ul, ol')
    ? readable(left.node.children[left.index] ?? left.node.lastElementChild)
    : undefined;
};

/** Focus target after an element is removed: the next row, the field that adds one, nearby controls, else the heading. */
const nextTo = (place: Place): HTMLElement | undefined => {
  const row = nextRow(place);
  if (row) return row;
  const left = place.within.find(({ node }) => node.isConnected);
  if (!left) return undefined;
  const { node, index } = left;
  const adder =
    node.matches('ul, ol') && node.parentElement?.querySelector<HTMLElement>(`:scope > ul + form ${CONTROL}`);
  if (adder) return adder;
  // The button that loads more disappears once the list is complete.
  const before = node.children[index - 1];
  if (before?.matches('ul, ol')) return readable(before.lastElementChild);
  const control = node.closest('li')?.querySelector<HTMLElement>(CONTROL);
  if (control) return control;
  for (let around: Element | null = node; around; around = around.parentElement) {
    const heading = readable(around.querySelector('h1, h2, h3'));
    if (heading) return heading;
  }
  return undefined;
};

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** Browsers drop focus when its element is removed or disabled: keyboard users would start over from the top. */
export const keepFocus = (root: HTMLElement): void => {
  let onPage: Place | undefined;
  let inOverlay: Place | undefined;

  const rescue = () => {
    if (!isLost()) return;
    const overlay = document.querySelector(OVERLAY);
    const place = overlay ? inOverlay : onPage;
    if (!place || (place.element.isConnected && place.element.matches(':disabled'))) return;
    const target = place.element.isConnected
      ? place.element
      : overlay
        ? (nextRow(place) ?? overlay.querySelector<HTMLElement>('[role$=dialog]'))
        : nextTo(place);
    target?.focus({ preventScroll: !place.byKey });
  };

  let isWaiting = false;
  /** Dialogs and some pages set focus themselves within a frame. */
  const look = () => {
    if (isWaiting || !isLost()) return;
    isWaiting = true;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        isWaiting = false;
        rescue();
      }),
    );
  };

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    if (target.closest(OVERLAY)) inOverlay = placeOf(target);
    else if (root.contains(target)) onPage = placeOf(target);
  });
  const forget = () => {
    if (document.querySelector(OVERLAY)) inOverlay = undefined;
    else onPage = undefined;
  };
  // A click on nothing, or Escape in a field, deliberately leaves focus nowhere.
  document.addEventListener('pointerdown', forget, { capture: true });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
    queueMicrotask(() => {
      if (isLost() && target.isConnected && !target.matches(':disabled')) forget();
    });
  });
  new MutationObserver(look).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
};
