export interface PersonasSearch {
  category?: string;
  /** Words that name, title or description hold. */
  q?: string;
}

/** The filters as they stand in the address; what is unknown is left out. */
export const readPersonasSearch = (search: Record<string, unknown>): PersonasSearch => ({
  ...(typeof search.category === 'string' && search.category && { category: search.category.slice(0, 120) }),
  ...(typeof search.q === 'string' && search.q && { q: search.q.slice(0, 200) }),
});
