import { optionalSetting } from './config.ts';

const MAX_BYTES = 500;

/** One line of JSON, at most 500 bytes; `LOG_LEVEL=error` keeps the ordinary ones out. */
export const logLine = (
  fields: Record<string, string | number | undefined>,
  level: 'info' | 'error' = 'info',
): void => {
  if (level === 'info' && optionalSetting('LOG_LEVEL') === 'error') return;
  const line = JSON.stringify({ level, ...fields });
  console[level === 'error' ? 'error' : 'log'](line.length <= MAX_BYTES ? line : `${line.slice(0, MAX_BYTES - 2)}"}`);
};

/** A bug, with its stack, for the operator; callers never see any of it. */
export const logBug = (id: string, error: unknown): void => {
  console.error(JSON.stringify({ level: 'error', id, stack: error instanceof Error ? error.stack : String(error) }));
};
