import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ApiError } from '../../client/index.ts';
import { Welcome } from '../pages/welcome.tsx';
import { findPerson, useSession } from '../session/sign-in.ts';
import { router } from './router.tsx';
import { workspacesOf } from './workspace.tsx';

/** The client has already retried 429, 503 and broken connections; other errors won't change. */
const isWorthAnotherTry = (tries: number, error: unknown) =>
  tries < 1 && error instanceof ApiError && error.status >= 500 && error.status !== 503;

const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: isWorthAnotherTry },
    mutations: { retry: false },
  },
});

/** Fetches the page's code and the workspaces in parallel while the catalogs load. */
export const beginLoading = (): void => {
  const person = findPerson();
  if (!person) return;
  void queries.prefetchQuery(workspacesOf(person.id));
  void router.load();
};

export const App = () => {
  const { person, outside } = useSession();
  return (
    <QueryClientProvider client={queries}>
      {person ? <RouterProvider router={router} /> : <Welcome outside={outside} />}
    </QueryClientProvider>
  );
};
