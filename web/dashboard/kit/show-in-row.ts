/**
 * Brings what is chosen to the middle of a row that scrolls sideways. Not by scrollIntoView: the Tab key would then go on
 * from there instead of from the top of the page.
 */
export const showInRow = (row: HTMLElement | null, chosen: string): void => {
  const one = row?.querySelector<HTMLElement>(chosen);
  if (!row || !one) return;
  const { left, width } = one.getBoundingClientRect();
  row.scrollLeft += left + width / 2 - (row.getBoundingClientRect().left + row.clientWidth / 2);
};
