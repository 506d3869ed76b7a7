import { countUsage } from '../usage/count-usage.ts';

export const handler = countUsage;
