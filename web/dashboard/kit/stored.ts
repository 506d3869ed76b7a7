/** What was kept in this tab as JSON; undefined where nothing was, or what is none. */
export const readStored = <Shape>(key: string): Shape | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as Shape;
  } catch {
    return undefined;
  }
};

/** Keeps a text in this tab; undefined forgets it. One that is too long for the store is not worth failing for. */
export const keepStored = (key: string, text: string | undefined): void => {
  try {
    if (text !== undefined) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // What was kept before is older than what the page has.
    sessionStorage.removeItem(key);
  }
};
