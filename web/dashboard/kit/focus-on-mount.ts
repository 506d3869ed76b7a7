/** A ref. Browsers heed `autofocus` only while a page loads. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
