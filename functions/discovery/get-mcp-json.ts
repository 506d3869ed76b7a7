import { document } from './documents.ts';

export const getMcpJson = () => document('mcp.json');
