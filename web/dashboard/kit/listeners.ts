/** Listeners to changes outside of React; pass `subscribe` to `useSyncExternalStore`. */
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
