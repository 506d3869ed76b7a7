let chosen: string | undefined;

/** Of the person's profile; the browser's without one. */
export const setTimeZone = (name: string | null): void => {
  chosen = name ?? undefined;
};

export const timeZone = (): string | undefined => chosen;
