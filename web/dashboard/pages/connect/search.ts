export const readConnectSearch = (search: Record<string, unknown>): { request?: string } =>
  typeof search.request === 'string' ? { request: search.request } : {};
