const SENDS = '.button.primary, .button.danger, [type="submit"]';

/**
 * Ignores the second click of a double click: it arrives before the button is disabled and would submit twice, or press what a
 * dialog has just placed under the pointer.
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
