import type { RawAnswer } from '../kit/contract/contract.ts';
import type { Request } from '../kit/contract/request.ts';
import { noSuchRoute } from '../kit/errors.ts';
import { document, hasDocument } from './documents.ts';

export const getHealth = (): RawAnswer => ({ text: JSON.stringify({ status: 'ok', version: '0.1.0' }) });
export const getLlmsTxt = () => document('llms.txt');
export const getLlmsFullTxt = () => document('llms-full.txt');
export const getLlmsNotesTxt = () => document('llms-notes.txt');
export const getMcpJson = () => document('mcp.json');
export const getProtectedResource = () => document('protected-resource.json');
export const getAuthorizationServer = () => document('authorization-server.json');

export const getOpenapiJson = ({ query: { tag } }: Pick<Request, 'query'>) => {
  if (tag === undefined) return document('openapi.json');
  if (!/^[a-z-]{1,30}$/.test(tag) || !hasDocument(`openapi/${tag}.json`)) throw noSuchRoute();
  return document(`openapi/${tag}.json`);
};
