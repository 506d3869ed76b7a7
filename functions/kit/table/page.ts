export const RESUME: unique symbol = Symbol('resume');

/** May end after any of its items, so that `serve` can shorten a page that is too large to send. */
export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
  readonly [RESUME]: (kept: number) => string;
}

/** Items presented as undefined are left out. */
export const mapPage = <Item, Shown>(
  page: Page<Item>,
  present: (item: Item) => Shown,
): Page<Exclude<Shown, undefined>> => {
  const shown = page.items.flatMap((item, place) => {
    const one = present(item);
    // `flatMap` would take an array for several items.
    return one === undefined ? [] : [{ one: one as Exclude<Shown, undefined>, place }];
  });
  return {
    items: shown.map(({ one }) => one),
    next_cursor: page.next_cursor,
    [RESUME]: (kept) => page[RESUME]((shown[kept - 1]?.place ?? 0) + 1),
  };
};
