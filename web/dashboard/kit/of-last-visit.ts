/** State of a query that shows what the last visit saw; no answer has confirmed it yet. */
export const isOfLastVisit = (state: { dataUpdatedAt: number; data: unknown } | undefined): boolean =>
  state?.data !== undefined && state.dataUpdatedAt === 0;
