import { useMutation, useQuery } from '@tanstack/react-query';
import { type Workspace, workspacesOf } from '../../app/workspace.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Day, Time } from '../../kit/time.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { serviceFor } from '../../session/service.ts';
import { useSession } from '../../session/sign-in.ts';
import { useText } from '../../words/messages.ts';
import { useWorkspaceList } from './workspace-list.ts';

/** Deleted workspaces that the user, as an owner, can still restore. */
export const DeletedWorkspaces = () => {
  const t = useText();
  const list = useWorkspaceList();
  const { person } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: [...workspacesOf(person?.id ?? '').queryKey, 'deleted'],
    queryFn: ({ signal }) => serviceFor().listWorkspaces({ query: { include: 'deleted' } }, { signal }),
  });
  const restore = useMutation({
    mutationFn: ({ id }: Workspace) => serviceFor().restoreWorkspace({ ws_id: id }),
    onSuccess: (restored) => {
      list.put(restored);
      notify(t('workspace.restored', { name: restored.name }));
    },
    onError: notifyError,
  });
  if (!data) return error && <ErrorNote error={error} retry={refetch} />;
  const deleted = data.items.filter(({ deleted_at }) => deleted_at !== null);
  if (deleted.length === 0) return null;
  return (
    <section className="card stack">
      <div>
        <h2>{t('workspace.deleted_ones')}</h2>
        <p className="soft">{t('workspace.deleted_ones.lead')}</p>
      </div>
      <ul className="people">
        {deleted.map((one) => (
          <li key={one.id} className="person">
            <div>
              <strong>{one.name}</strong>
              <p className="fine">
                {t('workspace.deleted_at')} <Time at={one.deleted_at ?? ''} /> · {t('workspace.restorable')}{' '}
                <Day at={one.purge_at ?? ''} />
              </p>
            </div>
            <button
              type="button"
              className="button"
              aria-label={`${t('workspace.restore')}: ${one.name}`}
              disabled={restore.isPending}
              onClick={() => restore.mutate(one)}
            >
              {t('workspace.restore')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
