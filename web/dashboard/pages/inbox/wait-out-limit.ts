import { ApiError } from '../../../client/index.ts';

/** The limit of requests starts over every minute; a longer wait is for another limit. */
const MAX_SECONDS = 60;

/** Sends a request again for as long as the limit of requests per minute refuses it. */
export const waitOutLimit = async <Result>(send: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || seconds > MAX_SECONDS) throw error;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
};
