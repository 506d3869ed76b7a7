import type { Reported } from './what-to-fix.ts';

export type ReportedPersona = Reported['review']['personas'][number];
export type Blocks = readonly (string | false | null | undefined)[];
export type Section = (reported: Reported) => Blocks;

export const isRunning = ({ status }: Reported['review']): boolean => status === 'queued' || status === 'running';
