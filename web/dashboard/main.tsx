import './app/early.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/forced-colors.css';
import './styles/print.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../client/index.ts';
import { startDashboard } from './app/router.ts';
import { Shell } from './app/shell.tsx';
import { lazyComponent } from './kit/lazy-component.tsx';
import { mount } from './kit/mount.ts';
import { startTheme } from './kit/theme.ts';
import { readConfig } from './session/config.ts';
import { startWithLastVisit } from './session/last-visit.ts';
import { findPerson, startSession, useSession } from './session/sign-in.ts';
import { workspacesOf } from './session/workspace.tsx';
import { startMessages, useLocale } from './words/messages.ts';

/** The client has already retried 429, 503 and broken connections; other errors won't change. */
const isWorthAnotherTry = (tries: number, error: unknown) =>
  tries < 1 && error instanceof ApiError && error.status >= 500 && error.status !== 503;

const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: isWorthAnotherTry },
    // Otherwise a change made offline would wait, unseen, and be sent later.
    mutations: { retry: false, networkMode: 'always' },
  },
});

const loadWelcome = async () => (await import('./pages/welcome.tsx')).Welcome;
const Welcome = lazyComponent(loadWelcome, null);

const beginLoading = (): void => {
  startWithLastVisit(queries);
  const person = findPerson();
  if (!person) {
    void loadWelcome().catch(() => undefined);
    return;
  }
  void queries.prefetchQuery(workspacesOf(person.id));
  startDashboard();
};

const Dashboard = () => {
  // Someone who signs in later starts it here.
  startDashboard();
  return <Shell />;
};

const App = () => {
  useLocale();
  const { person, outside } = useSession();
  return (
    <QueryClientProvider client={queries}>{person ? <Dashboard /> : <Welcome outside={outside} />}</QueryClientProvider>
  );
};

mount(async (root) => {
  startTheme();
  const messages = startMessages();
  await startSession(await readConfig());
  beginLoading();
  await messages;
  createRoot(root).render(<App />);
});
