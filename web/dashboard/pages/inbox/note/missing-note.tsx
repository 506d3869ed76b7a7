import { useQuery } from '@tanstack/react-query';
import { chooseWorkspace, useWorkspace } from '../../../app/workspace.tsx';
import { Back } from '../../../kit/back.tsx';
import { CodeBlock } from '../../../kit/code-block.tsx';
import { FailedPage } from '../../../kit/failed-page.tsx';
import { isNotFound } from '../../../kit/is-not-found.ts';
import { Page } from '../../../kit/page.tsx';
import { PageSkeleton } from '../../../kit/skeleton.tsx';
import { storedText } from '../../../kit/stored-text.ts';
import { serviceFor } from '../../../session/service.ts';
import { useText } from '../../../words/messages.ts';
import { evidenceKey, replyKey } from './draft-keys.ts';

/** Searches all of the user's workspaces for the note, because its address doesn't name one. */
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

/** If a note is deleted while someone replies, their text stays. */
const Unsent = ({ noteId }: { noteId: string }) => {
  const t = useText();
  const words = [replyKey, evidenceKey].flatMap((placeOf) => storedText(placeOf(noteId)) ?? []);
  return words.map((text) => (
    <div className="page-way-out stack unsent" key={text}>
      <p>{t('note.unsent.lead')}</p>
      <CodeBlock text={text} label={t('note.unsent')} />
    </div>
  ));
};

interface Props {
  noteId: string;
  error: unknown;
  retry: () => unknown;
}

/** Shown if a note can't be read; links to the workspace it is in, if it is in another. */
export const MissingNote = ({ noteId, error, retry }: Props) => {
  const t = useText();
  const { data: elsewhere, isLoading } = useElsewhere(noteId, isNotFound(error));
  if (isLoading) return <PageSkeleton />;
  if (!elsewhere)
    return (
      <>
        <FailedPage error={error} retry={retry} back={<Back to="/inbox">{t('note.back')}</Back>} />
        <Unsent noteId={noteId} />
      </>
    );
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
