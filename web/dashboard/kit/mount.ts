import './react-in-preact.ts';
import { keepFocus } from './keep-focus.ts';

const SENDS = '.button.primary, .button.danger, [type="submit"]';

/** A double click would submit twice, or press what a dialog has just placed under the pointer. */
const clickOnce = (): void =>
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest(SENDS)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );

/** A failure is shown in both languages: the catalogs may not have loaded. */
export const mount = (start: (root: HTMLElement) => Promise<unknown>): void => {
  const root = document.getElementById('root');
  if (!root) return;
  keepFocus(root);
  clickOnce();
  start(root).catch((error) => {
    console.error(error);
    root.textContent =
      'Sidenote could not start. Load the page again. · Sidenote konnte nicht starten. Laden Sie die Seite neu.';
    root.className = 'could-not-start';
  });
};
