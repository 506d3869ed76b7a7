import { clickOnce } from './click-once.ts';
import { keepFocus } from './keep-focus.ts';

/** Mounts a page. If that fails, says so in both languages: the catalogs may not have loaded. */
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
