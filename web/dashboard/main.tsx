import './app/early.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/forced-colors.css';
import './styles/print.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, beginLoading } from './app/app.tsx';
import { mount } from './app/mount.ts';
import { startTheme } from './app/theme.ts';
import { readConfig } from './session/config.ts';
import { startSession } from './session/sign-in.ts';
import { startMessages } from './words/messages.ts';

mount(async (root) => {
  startTheme();
  const messages = startMessages();
  await startSession(await readConfig());
  beginLoading();
  await messages;
  startTransition(() => createRoot(root).render(<App />));
});
