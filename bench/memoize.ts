/** Calls `make` once per key. */
export const memoize = <K extends object, T>(make: (key: K) => Promise<T>): ((key: K) => Promise<T>) => {
  const made = new WeakMap<K, Promise<T>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
};
