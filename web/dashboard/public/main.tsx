import '../app/early.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import './public.css';
import '../styles/forced-colors.css';
import '../styles/print.css';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { mount } from '../app/mount.ts';
import { startTheme } from '../app/theme.ts';
import { startMessages } from '../words/messages.ts';
import { publicRouter } from './router.tsx';

mount(async (root) => {
  startTheme();
  // The page's data loads in parallel with the catalogs.
  await Promise.all([startMessages(), publicRouter.load()]);
  startTransition(() => createRoot(root).render(<RouterProvider router={publicRouter} />));
});
