import './app/early.ts';
import './styles/tokens.css';
import './styles/base.css';
import './public/public.css';
import './styles/forced-colors.css';
import './styles/print.css';
import { createRoot } from 'react-dom/client';
import { matchPage } from './app/match-page.ts';
import { mount } from './kit/mount.ts';
import { startRouter } from './kit/router/router.ts';
import { startTheme } from './kit/theme.ts';
import { GUIDE_LOADS } from './public/docs/guides.ts';
import { Frame } from './public/frame.tsx';
import { loadMessages, startMessages } from './words/messages.ts';

mount(async (root) => {
  startTheme();
  const opening = startRouter({ base: '', pageAt: matchPage, loads: GUIDE_LOADS });
  await Promise.all([startMessages(), loadMessages('public'), opening]);
  createRoot(root).render(<Frame />);
});
