import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';

/** The client already retries what is worth it. */
const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 60_000, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export const QueryProvider = () => (
  <QueryClientProvider client={queries}>
    <Outlet />
  </QueryClientProvider>
);
