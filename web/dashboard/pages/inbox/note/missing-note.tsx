import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../kit/button.tsx';
import { CodeBlock } from '../../../kit/code-block.tsx';
import { storedText } from '../../../kit/drafts.ts';
import { Page } from '../../../kit/page.tsx';
import { isNotFound, PageSkeleton, WaitingPage } from '../../../kit/states.tsx';
import { serviceFor } from '../../../session/service.ts';
import { chooseWorkspace, useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { draftKey } from '../data.ts';

const useElsewhere = (noteId: string, isWanted: boolean) => {
  const { workspace, workspaces } = useWorkspace();
  const others = workspaces.filter(({ id }) => id !== workspace.id);
  return useQuery({
    queryKey: [workspace.id, 'note', noteId, 'elsewhere'],
    queryFn: async ({ signal }) => {
      for (const other of others) {
        const asked = serviceFor(other.id).getWidgetAnnotation({ annotation_id: noteId }, { signal });
        if (await asked.catch(() => undefined)) return other;
      }
      return null;
    },
    enabled: isWanted && others.length > 0,
  });
};

/** If a note is deleted while someone replies, their text stays. */
const Unsent = ({ noteId }: { noteId: string }) => {
  const texts = ['reply', 'evidence', 'change', 'summary'] as const;
  const words = texts.flatMap((text) => storedText(draftKey(text, noteId)) || []);
  return words.map((text) => (
    <div className="page-way-out stack unsent" key={text}>
      <p>{t('note.unsent.lead')}</p>
      <CodeBlock text={text} label={t('note.unsent')} />
    </div>
  ));
};

interface Props {
  noteId: string;
  query: { error: unknown; refetch: () => unknown };
}

export const MissingNote = ({ noteId, query }: Props) => {
  const { data: elsewhere, isLoading } = useElsewhere(noteId, isNotFound(query.error));
  if (isLoading) return <PageSkeleton />;
  if (!elsewhere)
    return (
      <>
        <WaitingPage query={query} gone={t('note.gone')} to="/inbox" back={t('shell.go_inbox')} />
        <Unsent noteId={noteId} />
      </>
    );
  const { id, name } = elsewhere;
  return (
    <Page title={t('note.elsewhere', { name })}>
      <div className="stack">
        <p>{t('note.elsewhere.lead')}</p>
        <p>
          <Button look="primary" onClick={() => chooseWorkspace(id)}>
            {t('note.elsewhere.switch', { name })}
          </Button>
        </p>
      </div>
    </Page>
  );
};
