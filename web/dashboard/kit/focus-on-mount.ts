/** Use it as a ref: browsers apply `autofocus` only while a page loads. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
