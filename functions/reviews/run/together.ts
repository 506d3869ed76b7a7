import { setImmediate as turn } from 'node:timers/promises';

interface Waiting<Item, Result> {
  item: Item;
  done: (result: Result) => void;
  failed: (error: unknown) => void;
}

/**
 * Work on the same thing that comes up in this process at the same time, or while such work is under way, is done in one
 * go: so that runs of one review do not race each other for its row. Other processes still may. What comes up while
 * `prepare` reads goes with it. `work` gives one result for each item, in their order; where it throws, each caller
 * hears of it.
 */
export const together = <Item, Ready, Result>(
  most: number,
  prepare: (first: Item) => Promise<Ready>,
  work: (items: readonly Item[], ready: Ready) => Promise<readonly Result[]>,
) => {
  const lines = new Map<string, Waiting<Item, Result>[]>();

  const serve = async (key: string, line: Waiting<Item, Result>[]) => {
    for (let [first] = line; first; [first] = line) {
      await turn();
      let group: Waiting<Item, Result>[] | undefined;
      try {
        const ready = await prepare(first.item);
        group = line.splice(0, most);
        const results = await work(
          group.map(({ item }) => item),
          ready,
        );
        for (const [index, { done }] of group.entries()) done(results[index] as Result);
      } catch (error) {
        for (const { failed } of group ?? line.splice(0, most)) failed(error);
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
