import { join, relative } from 'node:path';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Graph = Rolldown.ChunkingContext;
type Place = string | RegExp;

const ICON = /\/lucide-react\//;
const MENUS = ['app/menus.tsx'];

/**
 * Assigns modules to files. By default the bundler writes a file for each distinct set of users, which means sixty
 * requests per page. These groups follow when a module is needed; the first match wins. `source` is the dashboard's
 * folder.
 */
export const chunkGroups = (source: string): Group[] => {
  const known = new Map<string, ReadonlySet<string>>();
  /** The module and all modules that import it, directly or indirectly. */
  const usersOf = (id: string, graph: Graph): ReadonlySet<string> => {
    const before = known.get(id);
    if (before) return before;
    const users = new Set<string>();
    const climb = (one: string) => {
      if (users.has(one)) return;
      users.add(one);
      for (const importer of graph.getModuleInfo(one)?.importers ?? []) climb(importer);
    };
    climb(id);
    known.set(id, users);
    return users;
  };
  const isUsedBy = (id: string, graph: Graph, places: readonly Place[]) =>
    [...usersOf(id, graph)].some((user) => {
      const path = relative(source, user);
      return places.some((place) => (typeof place === 'string' ? path === place : place.test(path)));
    });
  const opener = join(source, 'app/pages.ts');
  /** Whether some path renders this page immediately. */
  const isOfPage = (id: string, graph: Graph) =>
    [...usersOf(id, graph)].some((user) => graph.getModuleInfo(user)?.dynamicImporters.includes(opener));

  const named = (name: string, belongs: (id: string, graph: Graph) => boolean): Group => ({
    // All icons are exported by one module, which hides who uses which.
    test: (id) => !ICON.test(id),
    name: (id, graph) => (belongs(id, graph) ? name : null),
  });
  /** Modules that at least one entry of each list uses. */
  const usedBy = (name: string, ...lists: (readonly Place[])[]): Group =>
    named(name, (id, graph) => lists.every((places) => isUsedBy(id, graph, places)));

  const groups: Group[] = [
    // Runs before anything else has loaded, so none of it may be in another file.
    usedBy('early', ['app/early.ts']),
    // The first load of both entries, then the rest of the dashboard's, which public pages that call the API need in
    // part.
    usedBy('base', ['public.html', 'public/landing/landing.tsx'], ['index.html', /^pages\//]),
    usedBy('query-provider', ['index.html', 'public/query-provider.tsx'], [/^public\//]),
    usedBy('shell', ['index.html']),
    usedBy('frame', ['public.html']),
    // Small modules that most pages use, except those that import the shell, which public pages don't have.
    {
      name: 'kit',
      test: /\/(web\/dashboard\/kit\/(?!horizontal-bars|copy-async|lazy-component|dialog|confirm)|lucide-react\/)|\/reviews\/(report\/numbers|running)\.ts$/,
      minShareCount: 2,
    },
    { name: 'bars', test: /\/(d3-array|kit\/horizontal-bars)/, minShareCount: 2 },
    { name: 'report', test: /\/pages\/reviews\/report\//, minShareCount: 2 },
    // React Aria: components visible at once, the board's menus, and overlays.
    named('controls', (id, graph) => isUsedBy(id, graph, MENUS) && isOfPage(id, graph)),
    usedBy('lists', MENUS, ['pages/inbox/board.tsx']),
    usedBy('menus', MENUS, ['kit/dialog-frame.tsx']),
  ];
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
};
