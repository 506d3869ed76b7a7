/**
 * Centers the selected item in a row that scrolls sideways. scrollIntoView would make the Tab key continue from there instead of
 * from the top of the page.
 */
export const scrollIntoRow = (row: HTMLElement | null, chosen: string): void => {
  const one = row?.querySelector<HTMLElement>(chosen);
  if (!row || !one) return;
  const { left, width } = one.getBoundingClientRect();
  row.scrollLeft += left + width / 2 - (row.getBoundingClientRect().left + row.clientWidth / 2);
};
