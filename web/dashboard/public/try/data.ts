import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { service } from '../service.ts';

export type DemoConfig = OutputOf<'getDemoConfig'>;
export type DemoPersona = OutputOf<'listDemoPersonas'>['items'][number];
export type DemoAnswer = OutputOf<'runDemo'>;

export const demoConfig = queryOptions({
  queryKey: ['demo', 'config'],
  queryFn: ({ signal }) => service.getDemoConfig({}, { signal }),
});

const FOLLOW_MS = 1000;

/** Of the demo that this browser's address runs. */
export const demoProgress = queryOptions({
  queryKey: ['demo', 'progress'],
  queryFn: ({ signal }) => service.getDemoProgress({}, { signal }),
  refetchInterval: FOLLOW_MS,
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

export const demoPersonas = queryOptions({
  queryKey: ['demo', 'personas'],
  queryFn: async ({ signal }) => (await service.listDemoPersonas({}, { signal })).items,
});
