/** Who wants to know of a change that React does not see; `subscribe` is what `useSyncExternalStore` takes. */
export const makeListeners = () => {
  const listeners = new Set<() => void>();
  return {
    subscribe: (told: () => void): (() => void) => {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    tell: (): void => {
      for (const told of listeners) told();
    },
  };
};
