import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startMessages } from './app/messages.ts';
import { startTheme } from './app/theme.ts';
import { readConfig } from './session/config.ts';
import { startSession } from './session/sign-in.ts';

const start = async (root: HTMLElement) => {
  startTheme();
  const [config] = await Promise.all([readConfig(), startMessages()]);
  await startSession(config);
  createRoot(root).render(<App />);
};

const root = document.getElementById('root');
if (root) {
  start(root).catch((error) => {
    console.error(error);
    // No sentence has been loaded yet, so that this one stands in both languages.
    root.textContent =
      'Sidenote could not start. Load the page again. · Sidenote konnte nicht starten. Laden Sie die Seite neu.';
    root.className = 'could-not-start';
  });
}
