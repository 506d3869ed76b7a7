import { join, relative } from 'node:path';
import type { Rolldown } from 'vite';

import { closure } from './closure.ts';

type Group = Rolldown.CodeSplittingGroup;
type Graph = Rolldown.ChunkingContext;
type Place = string | RegExp;

const ICON = /\/lucide-react\//;
const MENUS = ['app/menus.tsx'];

/** The bundler by default writes a file for each set of users: sixty requests per page. The first match wins. */
export const chunkGroups = (source: string): Group[] => {
  const known = new Map<string, ReadonlySet<string>>();
  const usersOf = (id: string, graph: Graph): ReadonlySet<string> => {
    const users = known.get(id) ?? closure([id], (one) => graph.getModuleInfo(one)?.importers ?? []);
    known.set(id, users);
    return users;
  };
  const isUsedBy = (id: string, graph: Graph, places: readonly Place[]) =>
    [...usersOf(id, graph)].some((user) => {
      const path = relative(source, user);
      return places.some((place) => (typeof place === 'string' ? path === place : place.test(path)));
    });
  const opener = join(source, 'app/pages.ts');
  const isOfPage = (id: string, graph: Graph) =>
    [...usersOf(id, graph)].some((user) => graph.getModuleInfo(user)?.dynamicImporters.includes(opener));

  const named = (name: string, belongs: (id: string, graph: Graph) => boolean): Group => ({
    // All icons are exported by one module, which hides who uses which.
    test: (id) => !ICON.test(id),
    name: (id, graph) => (belongs(id, graph) ? name : null),
  });
  const usedBy = (name: string, ...lists: (readonly Place[])[]): Group =>
    named(name, (id, graph) => lists.every((places) => isUsedBy(id, graph, places)));

  const groups: Group[] = [
    // Runs before anything else has loaded, so none of it may be in another file.
    usedBy('early', ['app/early.ts']),
    // The first load of both entries, then the rest of the dashboard's, which public pages need in part.
    usedBy('base', ['public.html', 'public/landing/landing.tsx'], ['index.html', /^pages\//]),
    usedBy('query-provider', ['index.html', 'public/query-provider.tsx'], [/^public\//]),
    usedBy('shell', ['index.html']),
    usedBy('frame', ['public.html']),
    // Public pages have no shell.
    {
      name: 'kit',
      test: /\/(web\/dashboard\/kit\/(?!horizontal-bars|copy-async|lazy-component|dialog)|lucide-react\/)|\/reviews\/running\.ts$/,
      minShareCount: 2,
    },
    { name: 'bars', test: /\/(d3-array|kit\/horizontal-bars)/, minShareCount: 2 },
    { name: 'report', test: /\/pages\/reviews\/report\//, minShareCount: 2 },
    named('controls', (id, graph) => isUsedBy(id, graph, MENUS) && isOfPage(id, graph)),
    usedBy('lists', MENUS, ['pages/inbox/board.tsx']),
    usedBy('menus', MENUS, ['kit/dialog-frame.tsx']),
  ];
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
};
