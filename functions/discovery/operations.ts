import type { RawAnswer } from '../kit/contract/contract.ts';
import { document } from './documents.ts';

export const getHealth = (): RawAnswer => ({ text: JSON.stringify({ status: 'ok', version: '0.1.0' }) });
export const getLlmsTxt = () => document('llms.txt');
export const getLlmsFullTxt = () => document('llms-full.txt');
export const getMcpJson = () => document('mcp.json');
export const getOpenapiJson = () => document('openapi.json');
