export const readStored = <Shape>(key: string): Shape | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as Shape;
  } catch {
    return undefined;
  }
};

/** Best effort: too large a text is ignored. */
export const keepStored = (key: string, text: string | undefined): void => {
  try {
    if (text !== undefined) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // The stored version would be older than the page's.
    sessionStorage.removeItem(key);
  }
};
