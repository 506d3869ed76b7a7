import { join, relative } from 'node:path';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Graph = Rolldown.ChunkingContext;
type Place = string | RegExp;

const ICON = /\/lucide-react\//;
const MENUS = ['app/menus.tsx'];

/**
 * Which modules share a file. By default the bundler makes a file for each distinct set of users, which is sixty
 * requests for a page. These go by when something is needed; first come, first served. `source` is the dashboard's folder.
 */
export const chunkGroups = (source: string): Group[] => {
  const known = new Map<string, ReadonlySet<string>>();
  /** All that cannot run without a module, itself included. */
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
  /** Whether an address opens a page that shows it at once. */
  const isOfPage = (id: string, graph: Graph) =>
    [...usersOf(id, graph)].some((user) => graph.getModuleInfo(user)?.dynamicImporters.includes(opener));

  const named = (name: string, belongs: (id: string, graph: Graph) => boolean): Group => ({
    // All icons come through one module, which tells nothing of who uses which.
    test: (id) => !ICON.test(id),
    name: (id, graph) => (belongs(id, graph) ? name : null),
  });
  /** Modules that are used by one of each list. */
  const usedBy = (name: string, ...lists: (readonly Place[])[]): Group =>
    named(name, (id, graph) => lists.every((places) => isUsedBy(id, graph, places)));

  const groups: Group[] = [
    // Runs before anything else has loaded, so all of it must be in this file.
    usedBy('early', ['app/early.ts']),
    // The first load of both entries, then the rest of the dashboard's, of which public pages that ask the service need a part.
    usedBy('base', ['public.html', 'public/landing/landing.tsx'], ['index.html', /^pages\//]),
    usedBy('asking', ['index.html', 'public/asking.tsx'], [/^public\//]),
    usedBy('shell', ['index.html']),
    usedBy('frame', ['public.html']),
    // Small things that most pages take some of; not what brings the shell along, which public pages have not.
    {
      name: 'kit',
      test: /\/(web\/dashboard\/kit\/(?!horizontal-bars|copy-later|later|dialog|confirm)|lucide-react\/)|\/reviews\/(report\/numbers|running)\.ts$/,
      minShareCount: 2,
    },
    { name: 'bars', test: /\/(d3-array|kit\/horizontal-bars)/, minShareCount: 2 },
    { name: 'report', test: /\/pages\/reviews\/report\//, minShareCount: 2 },
    // React Aria: what pages show at once, what the board has of menus, and what only opens.
    named('controls', (id, graph) => isUsedBy(id, graph, MENUS) && isOfPage(id, graph)),
    usedBy('lists', MENUS, ['pages/inbox/board.tsx']),
    usedBy('menus', MENUS, ['kit/dialog-frame.tsx']),
  ];
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
};
