/** What sends, or begins something. */
const SENDS = '.button.primary, .button.danger, [type="submit"]';

/**
 * Who double-clicks means one click: the second comes before a button can know that it is busy, and would send twice, or
 * press what a dialog has just put under the pointer.
 */
export const clickOnce = (): void =>
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest(SENDS)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
