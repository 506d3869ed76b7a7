import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { useText } from '../../app/messages.ts';
import { useWorkspace } from '../../app/workspace.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import type { InboxSearch, Status } from './search.ts';

export type Note = OutputOf<'getAnnotation'>;
export type NoteRow = OutputOf<'listAnnotations'>['items'][number];

const PAGE = 30;
/** Somebody else, or an agent, works on the same list. */
const REFRESH_MS = 10_000;

export const useNoteQueries = () => {
  const { workspace, service } = useWorkspace();
  return {
    list: (site_id: string, { status = 'pending', kind }: InboxSearch) =>
      infiniteQueryOptions({
        queryKey: [workspace.id, 'notes', site_id, { status, kind }],
        queryFn: ({ pageParam, signal }) => {
          const query = {
            limit: PAGE,
            ...(status !== 'all' && { status }),
            ...(kind && { kind }),
            ...(pageParam && { cursor: pageParam }),
          };
          return service.listWidgetAnnotations({ site_id, query }, { signal });
        },
        initialPageParam: '',
        getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
        refetchInterval: REFRESH_MS,
      }),
    one: (annotation_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'note', annotation_id],
        queryFn: ({ signal }) => service.getWidgetAnnotation({ annotation_id }, { signal }),
        refetchInterval: REFRESH_MS,
        // Addresses of images are good for five minutes.
        staleTime: 5000,
      }),
  };
};

/** Changes a note's status, says so, and offers the way back. */
export const useSetStatus = () => {
  const t = useText();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const patch = async (annotation_id: string, status: Status) => {
    const fresh = await service.patchWidgetAnnotation({ annotation_id, body: { status } });
    queries.setQueryData([workspace.id, 'note', annotation_id], fresh);
    await queries.invalidateQueries({ queryKey: [workspace.id, 'notes'] });
  };
  return useMutation({
    mutationFn: ({ id, to }: { id: string; from: Status; to: Status }) => patch(id, to),
    onSuccess: (_, { id, from, to }) =>
      notify(t('inbox.moved', { status: t(`inbox.status.${to}`) }), () => patch(id, from).catch(notifyError)),
    onError: notifyError,
  });
};
