import { setImmediate as turn } from 'node:timers/promises';

interface Waiting<Item, Result> {
  item: Item;
  done: (result: Result) => void;
  failed: (error: unknown) => void;
}

/**
 * Work on the same thing that comes up in this process at the same time, or while such work is under way, is done in one
 * go: so that runs of one review do not race each other for its row. Other processes still may. `work` gives one result
 * for each item, in their order; where it throws, each caller hears of it.
 */
export const together = <Item, Result>(most: number, work: (items: readonly Item[]) => Promise<readonly Result[]>) => {
  const lines = new Map<string, Waiting<Item, Result>[]>();

  const serve = async (key: string, line: Waiting<Item, Result>[]) => {
    while (line.length > 0) {
      await turn();
      const group = line.splice(0, most);
      try {
        const results = await work(group.map(({ item }) => item));
        for (const [index, { done }] of group.entries()) done(results[index] as Result);
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    lines.delete(key);
  };

  return (key: string, item: Item): Promise<Result> =>
    new Promise((done, failed) => {
      const line = lines.get(key);
      if (line) {
        line.push({ item, done, failed });
        return;
      }
      const started: Waiting<Item, Result>[] = [{ item, done, failed }];
      lines.set(key, started);
      void serve(key, started);
    });
};
