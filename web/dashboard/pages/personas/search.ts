export interface PersonasSearch {
  category?: string;
  q?: string;
}

export const readPersonasSearch = (search: Record<string, unknown>): PersonasSearch => ({
  ...(typeof search.category === 'string' && search.category && { category: search.category.slice(0, 120) }),
  ...(typeof search.q === 'string' && search.q && { q: search.q.slice(0, 200) }),
});
