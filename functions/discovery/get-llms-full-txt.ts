import { document } from './documents.ts';

export const getLlmsFullTxt = () => document('llms-full.txt');
