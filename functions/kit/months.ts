/** Every `yyyy-mm` from one to another, both included. */
export const monthsBetween = (first: string, last: string): string[] => {
  const months: string[] = [];
  const month = new Date(`${first}-01T00:00:00Z`);
  for (;;) {
    const text = month.toISOString().slice(0, 7);
    if (text > last) return months;
    months.push(text);
    month.setUTCMonth(month.getUTCMonth() + 1);
  }
};
