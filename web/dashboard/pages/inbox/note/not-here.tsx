import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../app/messages.ts';
import { chooseWorkspace, useWorkspace } from '../../../app/workspace.tsx';
import { Back } from '../../../kit/back.tsx';
import { FailedPage } from '../../../kit/failed-page.tsx';
import { isAbsent } from '../../../kit/is-absent.ts';
import { Page } from '../../../kit/page.tsx';
import { PageSkeleton } from '../../../kit/skeleton.tsx';
import { serviceFor } from '../../../session/service.ts';

/** Of all workspaces that somebody belongs to, the one that a note is in: its address does not say. */
const useElsewhere = (noteId: string, isWanted: boolean) => {
  const { workspace, workspaces } = useWorkspace();
  const others = workspaces.filter(({ id }) => id !== workspace.id);
  return useQuery({
    queryKey: [workspace.id, 'note', noteId, 'elsewhere'],
    queryFn: async ({ signal }) => {
      for (const other of others) {
        const asked = serviceFor(other.id).getWidgetAnnotation({ annotation_id: noteId }, { signal });
        const isThere = await asked.then(
          () => true,
          () => false,
        );
        if (isThere) return other;
      }
      return null;
    },
    enabled: isWanted && others.length > 0,
  });
};

interface Props {
  noteId: string;
  error: unknown;
  retry: () => unknown;
}

/** In place of a note that could not be read; leads to the workspace that it is in, if it is in another. */
export const NotHere = ({ noteId, error, retry }: Props) => {
  const t = useText();
  const { data: elsewhere, isLoading } = useElsewhere(noteId, isAbsent(error));
  if (isLoading) return <PageSkeleton />;
  if (!elsewhere) return <FailedPage error={error} retry={retry} back={<Back to="/inbox">{t('note.back')}</Back>} />;
  const { id, name } = elsewhere;
  return (
    <Page title={t('note.elsewhere', { name })}>
      <div className="stack">
        <p>{t('note.elsewhere.lead')}</p>
        <p>
          <button type="button" className="button primary" onClick={() => chooseWorkspace(id)}>
            {t('note.elsewhere.switch', { name })}
          </button>
        </p>
      </div>
    </Page>
  );
};
