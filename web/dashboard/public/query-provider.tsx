import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/** The client already retries what is worth it. */
const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 60_000, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** For pages that call the service; the landing page doesn't. */
export const withQueries = (Page: ComponentType) => () => (
  <QueryClientProvider client={queries}>
    <Page />
  </QueryClientProvider>
);
