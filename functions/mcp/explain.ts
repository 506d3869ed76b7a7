import { loadRefusals } from '../codes/load-refusals.ts';
import { internalError, Refusal } from '../kit/errors.ts';
import { bodyOf } from '../kit/http/refusal-body.ts';
import { logBug } from '../kit/log.ts';

const WHERE = new Set<string | number>(['path', 'query', 'body']);

const linesOf = async (refusal: Refusal): Promise<string[]> => {
  const { detail, wallet_topup_url } = bodyOf(refusal, await loadRefusals());
  if (typeof detail === 'string')
    return [detail, ...(wallet_topup_url ? [`wallet_topup_url: ${wallet_topup_url}`] : [])];
  return detail.map(({ loc: [where = '', ...path], msg }) => {
    const argument = (WHERE.has(where) ? path : [where, ...path]).join('.');
    return argument ? `${argument}: ${msg}` : msg;
  });
};

/** Nothing internal: the SDK sends clients the message of an error that a callback throws. */
export const explain = async (error: unknown, requestId: string): Promise<string> => {
  if (error instanceof Refusal) return [...(await linesOf(error)), `code: ${error.code}`].join('\n');
  logBug(requestId, error);
  const { detail, code } = bodyOf(internalError());
  return `${detail}\nx-request-id: ${requestId}\ncode: ${code}`;
};
