import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { readablePath } from '../kit/address.ts';
import { navigate } from '../kit/router/router.ts';
import { setTheme, THEMES } from '../kit/theme.ts';
import { notify, notifyError } from '../kit/toast.ts';
import { useNoteQueries, usePeople } from '../pages/inbox/data.ts';
import { ALL_SITES } from '../pages/inbox/first-page.ts';
import { says, wordsOf } from '../pages/inbox/matching.ts';
import { loadedNotes, type NoteRow, newestById, newestFirst } from '../pages/inbox/note-list.ts';
import { searchOf, useViewsQuery } from '../pages/inbox/views-data.ts';
import { useSiteQueries } from '../pages/sites/data.ts';
import { leave } from '../session/leave.ts';
import { signOut } from '../session/sign-in.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { type MessageKey, t } from '../words/messages.ts';

export const GROUPS = ['notes', 'views', 'sites', 'reviews', 'people', 'places', 'actions'] as const;

export interface Entry {
  id: string;
  group: (typeof GROUPS)[number];
  text: string;
  hint?: string | undefined;
  run: () => unknown;
}

const MAX_OF_GROUP = 6;

const PLACES = [
  ['/inbox', 'shell.inbox'],
  ['/sites', 'shell.sites'],
  ['/reviews', 'shell.reviews'],
  ['/personas', 'shell.personas'],
  ['/workspace', 'shell.workspace'],
  ['/account', 'shell.account_settings'],
] as const satisfies readonly [string, MessageKey][];

/** Of the lists that were shown, and the newest of all sites. */
const useKnownNotes = (): readonly NoteRow[] => {
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  useInfiniteQuery(useNoteQueries().list(ALL_SITES, { status: 'all' }));
  return [...newestById(loadedNotes(queries, [workspace.id, 'notes'])).values()].sort(newestFirst);
};

const useNewestReviews = () => {
  const { workspace, service } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, 'newest-reviews'],
    queryFn: async ({ signal }) => (await service.listReviews({ query: { limit: 50 } }, { signal })).items,
    staleTime: 60_000,
  });
};

const useMarkAllRead = () => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { data: sites = [] } = useQuery(useSiteQueries().all);
  return async () => {
    await Promise.all(sites.map(({ id }) => service.markOpened({ site_id: id, body: { all: true } })));
    await queries.invalidateQueries({ queryKey: [workspace.id, 'opened'] });
    notify(t('palette.read_all.done'));
  };
};

const useActions = (openHelp: () => void): Entry[] => {
  const { workspace } = useWorkspace();
  const markAllRead = useMarkAllRead();
  const isGuest = workspace.role === 'GUEST';
  const action = (id: string, text: string, run: () => unknown): Entry => ({ id, group: 'actions', text, run });
  return [
    ...(isGuest
      ? []
      : [
          action('review', t('palette.new_review'), () => navigate({ to: '/reviews/new' })),
          action('site', t('common.add_site'), () => navigate({ to: '/sites/new' })),
        ]),
    ...(workspace.role === 'OWNER'
      ? [action('invite', t('inbox.invite'), () => navigate({ to: '/workspace', search: { tab: 'invitations' } }))]
      : []),
    action('read', t('palette.read_all'), () => markAllRead().catch(notifyError)),
    ...THEMES.map((theme) => action(theme, `${t('shell.theme')}: ${t(`shell.theme.${theme}`)}`, () => setTheme(theme))),
    action('help', t('keys.title'), openHelp),
    action('out', t('shell.sign_out'), () => leave(signOut)),
  ];
};

/** Without words: views, places and actions. The search of all notes comes last. */
export const useEntries = (q: string, openHelp: () => void): Entry[] => {
  const words = wordsOf(q);
  const notes = useKnownNotes();
  const { data: sites = [] } = useQuery(useSiteQueries().all);
  const { data: reviews = [] } = useNewestReviews();
  const { data: views = [] } = useQuery(useViewsQuery());
  const { me, others, nameOf } = usePeople();
  const actions = useActions(openHelp);
  const isAsked = words.length > 0;
  const meant = (all: readonly Entry[], max = MAX_OF_GROUP) =>
    all
      .filter(({ text, hint = '' }) => {
        const said = wordsOf(`${text} ${hint}`).join(' ');
        return words.every((word) => said.includes(word));
      })
      .slice(0, max);
  const found = isAsked ? notes.filter((note) => says(note, words)).slice(0, MAX_OF_GROUP) : [];
  const people = [...(nameOf(me) ? [{ id: me, label: nameOf(me) ?? '' }] : []), ...others];
  return [
    ...found.map(
      ({ id, excerpt, page_url }): Entry => ({
        id,
        group: 'notes',
        text: excerpt.slice(0, 120),
        hint: readablePath(page_url),
        run: () => navigate({ to: '/inbox/$annotationId', params: { annotationId: id } }),
      }),
    ),
    ...meant(
      views.map((view) => ({
        id: view.id,
        group: 'views',
        text: view.name,
        run: () => navigate({ to: '/inbox', search: searchOf(view) }),
      })),
    ),
    ...(isAsked
      ? [
          ...meant(
            sites.map(({ id, name, url }) => ({
              id,
              group: 'sites',
              text: name,
              hint: url,
              run: () => navigate({ to: '/inbox', search: { site: id } }),
            })),
          ),
          ...meant(
            reviews.map(({ id, title }) => ({
              id,
              group: 'reviews',
              text: title,
              run: () => navigate({ to: '/reviews/$reviewId', params: { reviewId: id } }),
            })),
          ),
          ...meant(
            people.map(({ id, label }) => ({
              id,
              group: 'people',
              text: label,
              hint: t('palette.assigned'),
              run: () =>
                navigate({ to: '/inbox', search: { site: ALL_SITES, status: 'all', assignee: id === me ? 'me' : id } }),
            })),
          ),
        ]
      : []),
    ...meant(PLACES.map(([to, key]) => ({ id: to, group: 'places', text: t(key), run: () => navigate({ to }) }))),
    ...meant(actions, actions.length),
    ...(isAsked
      ? [
          {
            id: 'search',
            group: 'actions' as const,
            text: t('palette.search', { q }),
            run: () => navigate({ to: '/inbox', search: { site: ALL_SITES, status: 'all', q } }),
          },
        ]
      : []),
  ];
};
