import { serviceFor } from './service.ts';

const PATIENCE_MS = 2000;

/** Ends the session at the service, too, so that its tokens are worth nothing. Unreachable, it can't keep anyone here. */
export const leave = async (go: () => void): Promise<void> => {
  const ended = serviceFor()
    .signOut({})
    .catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  go();
};
