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

export const demoPersonas = queryOptions({
  queryKey: ['demo', 'personas'],
  queryFn: async ({ signal }) => (await service.listDemoPersonas({}, { signal })).items,
});
