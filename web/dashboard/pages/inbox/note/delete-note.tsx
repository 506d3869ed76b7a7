import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useWorkspace } from '../../../app/workspace.tsx';
import { Confirm } from '../../../kit/confirm.tsx';
import { notify } from '../../../kit/toast.ts';
import { useText } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import type { ListPosition } from './list-position.ts';

/** Confirms, deletes and opens the list's next note. */
export const DeleteNote = ({ note, walk, onClose }: { note: Note; walk: ListPosition; onClose: () => void }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const remove = async () => {
    await service.deleteAnnotation({ annotation_id: note.id });
    const next = walk?.next ?? walk?.previous;
    if (next) await navigate({ to: '/inbox/$annotationId', params: { annotationId: next }, replace: true });
    else await navigate({ to: '/inbox', search: walk?.search ?? { site: note.site_id }, replace: true });
    queries.removeQueries({ queryKey: [workspace.id, 'note', note.id] });
    await queries.invalidateQueries({ queryKey: [workspace.id, 'notes'] });
    notify(t('note.deleted'));
  };
  return (
    <Confirm title={t('note.delete.title')} action={t('note.delete')} run={remove} onClose={onClose}>
      <p>{t('note.delete.lead')}</p>
    </Confirm>
  );
};
