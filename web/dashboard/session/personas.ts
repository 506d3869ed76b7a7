import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../client/index.ts';
import { allOf, paged } from '../kit/paged-list.tsx';
import { useWorkspace } from './workspace.tsx';

export type Persona = OutputOf<'getPersona'>;
export type MarketPersona = OutputOf<'listMarketplacePersonas'>['items'][number];
export type Dimension = Persona['evaluation_dimensions'][number];
export type JudgeCalibration = OutputOf<'getCalibration'>['judges'][number];
export type PersonaCalibration = Persona['calibration'];

const MARKET_PAGE = 50;

export const usePersonaQueries = () => {
  const { workspace, service } = useWorkspace();
  return {
    /** All fit on one page. By category, defaults first. */
    mine: queryOptions({
      queryKey: [workspace.id, 'personas'],
      queryFn: ({ signal }) =>
        allOf<InputOf<'listMyPersonas'>, Persona>(service.listMyPersonas, { query: { limit: 300 } }, signal),
      staleTime: 60_000,
    }),
    one: (persona_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'personas', persona_id],
        queryFn: ({ signal }) => service.getPersona({ persona_id }, { signal }),
      }),
    market: (category: string | undefined) =>
      infiniteQueryOptions({
        queryKey: [workspace.id, 'marketplace', { category }],
        ...paged(MARKET_PAGE, (page, options) =>
          service.listMarketplacePersonas({ query: { ...page, ...(category && { category }) } }, options),
        ),
        staleTime: 60_000,
      }),
  };
};

export const useShowPersona = () => {
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const refreshList = () => queries.invalidateQueries({ queryKey: [workspace.id, 'personas'], exact: true });
  return {
    refreshList,
    show: (fresh: Persona): Promise<void> => {
      queries.setQueryData([workspace.id, 'personas', fresh.id], fresh);
      return refreshList();
    },
    forget: (id: string): Promise<void> => {
      queries.removeQueries({ queryKey: [workspace.id, 'personas', id] });
      return refreshList();
    },
    refreshAll: () => queries.invalidateQueries({ queryKey: [workspace.id, 'personas'] }),
  };
};

/** The slugs of the catalog as people read them; other categories are people's own words. */
export const categoryName = (category: string): string =>
  category === 'security-privacy' ? 'Security & privacy' : category.charAt(0).toLocaleUpperCase() + category.slice(1);

export const categoriesOf = (personas: readonly { category: string }[]): [category: string, count: number][] => {
  const counts = new Map<string, number>();
  for (const { category } of personas) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
};

interface Searched {
  name: string;
  title: string;
  category: string;
  description: string;
  evaluation_dimensions: readonly { name: string }[];
}

export const matching = <One extends Searched>(personas: readonly One[], q: string): readonly One[] => {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return personas;
  return personas.filter(({ name, title, category, description, evaluation_dimensions }) => {
    const texts = [name, title, category, description, ...evaluation_dimensions.map((dimension) => dimension.name)];
    const text = texts.join('\n').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
};
