/** What was kept in this tab as JSON; undefined where nothing was, or what is none. */
export const readStored = <Shape>(key: string): Shape | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as Shape;
  } catch {
    return undefined;
  }
};
