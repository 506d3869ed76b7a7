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

/** A date of the calendar, as date fields have it. */
export const today = (): string => new Date().toLocaleDateString('sv', { timeZone: chosen });

/** The local time there, read as if it were UTC. */
const wallTime = (at: number): number => {
  const [year = 0, month = 0, ...rest] = new Date(at)
    .toLocaleString('sv', { timeZone: chosen })
    .split(/\D/)
    .map(Number);
  return Date.UTC(year, month - 1, ...rest);
};

/** NaN without a valid date. */
export const endOfDay = (date: string): number => {
  const end = Date.parse(`${date}T23:59:59Z`);
  if (Number.isNaN(end)) return end;
  const near = end + end - wallTime(end);
  // The clocks may change in between.
  return near + end - wallTime(near);
};
