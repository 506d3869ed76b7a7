interface Line {
  waiting: number;
  last: Promise<unknown>;
}

/**
 * Lets work on the same thing in this process go one after another, each told what the one before it gave: so that runs
 * of one review do not race for its row where they need not. Other processes still may.
 */
export const inTurn = <Given>() => {
  const lines = new Map<string, Line>();
  return async (key: string, work: (before: Given | undefined) => Promise<Given | undefined>): Promise<void> => {
    const line = lines.get(key) ?? { waiting: 0, last: Promise.resolve() };
    lines.set(key, line);
    line.waiting += 1;
    const mine = line.last.then(
      (before) => work(before as Given | undefined),
      () => work(undefined),
    );
    line.last = mine;
    try {
      await mine;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(key);
    }
  };
};
