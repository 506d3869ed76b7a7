import { UsageError } from './target.ts';

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

const isMisuse = (error: Error) =>
  error instanceof UsageError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/** Runs an operator's command. A usage error exits with 2 and the help, any other failure with 1. */
export const runCommand = async (help: string, run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(isMisuse(error) ? `${error.message}\n\n${help}` : `${error.stack}\n`);
    process.exitCode = isMisuse(error) ? 2 : 1;
  }
};
