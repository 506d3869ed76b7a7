import { document } from './documents.ts';

export const getLlmsTxt = () => document('llms.txt');
