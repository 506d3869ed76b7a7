import { document } from './documents.ts';

export const getOpenapiJson = () => document('openapi.json');
