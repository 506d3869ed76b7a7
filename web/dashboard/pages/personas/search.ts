export interface PersonasSearch {
  category?: string;
  /** Search terms in name, title or description. */
  q?: string;
}

/** The filters in the address; unknown ones are dropped. */
export const readPersonasSearch = (search: Record<string, unknown>): PersonasSearch => ({
  ...(typeof search.category === 'string' && search.category && { category: search.category.slice(0, 120) }),
  ...(typeof search.q === 'string' && search.q && { q: search.q.slice(0, 200) }),
});
