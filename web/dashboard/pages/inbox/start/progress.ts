import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { type Site, useSiteQueries } from '../../sites/data.ts';
import { useWorkspaceQueries } from '../../workspace/data.ts';
import { useNoteQueries } from '../data.ts';

export const STEPS = ['note', 'resolve', 'agent', 'install', 'invite'] as const;
export type StartStep = (typeof STEPS)[number];

/** Sites beyond these are not asked: with so many, someone has started. */
const MAX_ASKED = 3;

interface Progress {
  done: ReadonlySet<StartStep>;
  /** The first note on the sample page that is still to be resolved. */
  noteId: string | undefined;
}

/** Found out from what the workspace has; undefined until the first answers. */
export const useProgress = (sites: readonly Site[]): Progress | undefined => {
  const queries = useSiteQueries();
  const { members, invited, tokens } = useWorkspaceQueries();
  const asked = sites.slice(0, MAX_ASKED);
  const sample = sites.find((site) => site.sample);
  const notes = useInfiniteQuery({
    ...useNoteQueries().list(sample?.id ?? '', { status: 'all' }),
    enabled: sample !== undefined,
  });
  const seen = useQueries({
    queries: asked.filter((site) => !site.sample).map((site) => queries.seen(site.id)),
    combine: (all) => all.some(({ data }) => data?.seen),
  });
  const connected = useQueries({
    queries: asked.map((site) => queries.connections(site.id)),
    combine: (all) => all.some(({ data }) => data && data.length > 0),
  });
  const { data: people } = useQuery(members);
  const { data: invitations } = useQuery(invited);
  const { data: known } = useQuery(tokens);
  if (!people || !invitations || !known || (sample && !notes.data)) return undefined;

  const left = notes.data?.pages.flatMap(({ items }) => items) ?? [];
  const isDone: Record<StartStep, boolean> = {
    note: left.length > 0,
    resolve: left.some(({ status }) => status === 'resolved'),
    agent: connected || known.length > 0 || left.some(({ acknowledged_by }) => acknowledged_by),
    install: seen,
    invite: people.length > 1 || invitations.length > 0,
  };
  const noteId = left.findLast(({ status }) => status === 'pending')?.id;
  return { done: new Set(STEPS.filter((step) => isDone[step])), noteId };
};
