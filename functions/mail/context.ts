import type { Area, OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';

/** The context of an operation on the reader's own mail: the signed address is its only credential. */
export type MailContext = Call & { suppress: (addressHash: string) => Promise<void> };

export type MailOperation<A extends Area, Id extends keyof A['rows']> = OperationOf<MailContext, A, Id>;
