import { AsyncLocalStorage } from 'node:async_hooks';
import { optionalSetting } from './config.ts';

const MAX_BYTES = 500;

const cut = (line: string): string => {
  const bytes = Buffer.from(line);
  if (bytes.length <= MAX_BYTES) return line;
  // Half a character at the cut is decoded as U+FFFD, which takes three bytes.
  return `${bytes.toString('utf8', 0, MAX_BYTES - 5).replace(/\uFFFD$/, '')}"}`;
};

const request = (id: unknown) => {
  const request_id = requestId();
  return request_id === id ? {} : { request_id };
};

export const logLine = (
  fields: Record<string, string | number | undefined>,
  level: 'info' | 'error' = 'info',
): void => {
  if (level === 'info' && optionalSetting('LOG_LEVEL') === 'error') return;
  console[level === 'error' ? 'error' : 'log'](cut(JSON.stringify({ level, ...fields, ...request(fields.id) })));
};

/** AWS's errors quote addresses. Those of stack frames (`sites@0123.js`) stay. */
const withoutAddresses = (text: string): string => {
  const frames = text.search(/\n {4}at /);
  const message = frames < 0 ? text : text.slice(0, frames);
  return `${message.replace(/[^\s<>()[\],;:"']{1,64}@[^\s<>()[\],;:"']{1,255}/g, '[address]')}${frames < 0 ? '' : text.slice(frames)}`;
};

/** Level `error` rings the alarm `bugs`. */
export const logBug = (id: string, error: unknown, level: 'warn' | 'error' = 'error'): void => {
  const stack = withoutAddresses((error instanceof Error && error.stack) || String(error));
  console[level](JSON.stringify({ level, id, ...request(id), stack }));
};

const requests = new AsyncLocalStorage<string | undefined>();

/** Log lines, owed rows and mails of everything that `work` calls name that request. */
export const onBehalfOf = <T>(request_id: string | undefined, work: () => T): T => requests.run(request_id, work);

export const requestId = (): string | undefined => requests.getStore();
