/** Runs a call and returns its value and its log lines. */
export const captureLog = async <T>(work: () => Promise<T>): Promise<{ value: T; lines: string[] }> => {
  const lines: string[] = [];
  const { log, error } = console;
  const level = process.env.LOG_LEVEL;
  delete process.env.LOG_LEVEL;
  console.log = console.error = (...values: unknown[]) => void lines.push(values.join(' '));
  try {
    return { value: await work(), lines };
  } finally {
    Object.assign(console, { log, error });
    if (level !== undefined) process.env.LOG_LEVEL = level;
  }
};
