import './app/early.ts';
import './styles/tokens.css';
import './styles/base.css';
import './public/public.css';
import './styles/forced-colors.css';
import './styles/print.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { mount } from './kit/mount.ts';
import { startTheme } from './kit/theme.ts';
import { publicRouter } from './public/router.tsx';
import { startMessages } from './words/messages.ts';

mount(async (root) => {
  startTheme();
  await Promise.all([startMessages(), publicRouter.load()]);
  createRoot(root).render(<RouterProvider router={publicRouter} />);
});
