import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string | undefined>();

/** Log lines, owed rows and mails of everything that `work` calls name that request. */
export const onBehalfOf = <T>(request_id: string | undefined, work: () => T): T => requests.run(request_id, work);

export const requestId = (): string | undefined => requests.getStore();
