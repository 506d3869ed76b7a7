import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string | undefined>();

/** Runs `work` on behalf of a request: log lines, owed rows and mails of everything it calls name that request. */
export const onBehalfOf = <T>(request_id: string | undefined, work: () => T): T => requests.run(request_id, work);

/** The request on whose behalf this code runs; undefined in scheduled work. */
export const requestId = (): string | undefined => requests.getStore();
