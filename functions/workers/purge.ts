import { purge } from '../purge/purge.ts';

export const handler = purge;
