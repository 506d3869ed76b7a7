import { findIn, type Tab, type Where } from './tab.ts';

const PATIENCE = 60_000;
const PAUSE = 40;

type Found<V, R> = (found: HTMLElement, value: V) => R;
type Composed = (where: Where, value: unknown) => never;

/** One function for the page out of two: no policy of a page lets it parse source itself. */
const onFound = (run: Found<never, unknown>): Composed =>
  new Function(
    'where',
    'value',
    `const found = (${findIn})(where); return found && (${run})(found, value);`,
  ) as Composed;

/** The middle of an element, once it doesn't move and nothing covers it. */
const reach = (element: HTMLElement): [number, number] | null => {
  const shown = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2] as [number, number];
  };
  const [, before] = shown();
  if (before < 0 || before > innerHeight) element.scrollIntoView({ block: 'center' });
  const [x, y] = shown();
  const root = element.getRootNode() as Document | ShadowRoot;
  const top = root.elementFromPoint(x, y);
  return top && (element.contains(top) || top.contains(element)) ? [x, y] : null;
};

/** A person's actions in a tab. Each step waits until it is possible. */
export const personAt = (tab: Tab) => {
  const until = async <R>(what: string, ask: () => Promise<R>): Promise<NonNullable<R>> => {
    const end = Date.now() + PATIENCE;
    for (let trouble: unknown = ''; ; ) {
      try {
        const answer = await ask();
        if (answer) return answer;
      } catch (error) {
        // A document that is being left doesn't answer.
        trouble = error;
      }
      if (Date.now() > end) throw new Error(`Timed out: ${what}. ${trouble}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  };
  /** Runs a function that refers to nothing outside itself on an element, as soon as it returns something true. */
  const on = <R, V = null>(where: Where, run: Found<V, R>, value?: V): Promise<NonNullable<R>> =>
    until(`${where}`, () => tab.evaluate(onFound(run as never), where, value ?? null) as Promise<R>);
  const see = (where: Where) => on(where, () => true);
  const gone = (where: Where) =>
    until(
      `${where} to go`,
      async () =>
        !(await tab.evaluate(
          onFound(() => true),
          where,
          null,
        )),
    );
  const textOf = (where: Where) => on(where, (found) => found.textContent);
  const point = async (where: Where): Promise<readonly [number, number]> => {
    let last = '';
    return until(`reaching ${where}`, async () => {
      const at = (await tab.evaluate(onFound(reach), where, null)) as [number, number] | null;
      const isSteady = at && String(at) === last;
      last = String(at);
      return isSteady ? at : null;
    });
  };
  /** The middle of an element, even if it is covered. */
  const middle = (where: Where) =>
    on(where, (element): readonly [number, number] => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
  const clickAt = async (x: number, y: number) => {
    await tab.move(x, y);
    await tab.down();
    await tab.up();
  };
  const click = async (where: Where) => clickAt(...(await point(where)));
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await tab.move(...from);
    await tab.down();
    for (const part of [0.3, 0.7, 1])
      await tab.move(from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part);
    await tab.up();
  };
  const focus = (where: Where) =>
    on(where, (found) => {
      found.focus();
      return true;
    });
  /** Replaces what a field holds, by typing. */
  const fill = async (where: Where, text: string) => {
    await on(where, (found) => {
      found.focus();
      (found as HTMLInputElement).select?.();
      return true;
    });
    await tab.type(text);
  };
  const read = (where: Where) => on(where, (found) => ({ value: (found as HTMLInputElement).value }));
  return { tab, until, on, see, gone, textOf, point, middle, click, clickAt, drag, focus, fill, read };
};
export type Person = ReturnType<typeof personAt>;
