let chosen: string | undefined;

/** An older browser doesn't have every zone that the service has. */
const isKnown = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

/** Of the person's profile; the browser's without one, or if the browser doesn't know it. */
export const setTimeZone = (name: string | null): void => {
  chosen = name !== null && isKnown(name) ? name : undefined;
};

export const timeZone = (): string | undefined => chosen;
