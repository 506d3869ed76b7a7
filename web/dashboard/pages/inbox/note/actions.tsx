import { useQueryClient } from '@tanstack/react-query';
import { ClipboardCopy, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { copyAsync } from '../../../kit/copy-async.ts';
import { Confirm } from '../../../kit/dialog.tsx';
import { useIsHere } from '../../../kit/here.ts';
import { lazyComponent } from '../../../kit/lazy-component.tsx';
import { MenuButton } from '../../../kit/menu-button.tsx';
import { navigate } from '../../../kit/router/router.ts';
import { useKeys } from '../../../kit/shortcuts.ts';
import { notify, notifyUncopied, undoLast } from '../../../kit/toast.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { useChangeNote } from '../change-notes.ts';
import type { Note } from '../data.ts';
import { type ListPosition, leaveOut } from './list-position.ts';

const loadMenu = () => import('./more-menu.tsx');
const MoreMenu = lazyComponent(async () => (await loadMenu()).MoreMenu, null);

const useDelete = (note: Note, walk: ListPosition) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const isHere = useIsHere();
  const goOn = () => {
    const next = walk?.next ?? walk?.previous;
    if (next) return navigate({ to: '/inbox/$annotationId', params: { annotationId: next }, replace: true });
    return navigate({ to: '/inbox', search: walk?.search ?? { site: note.site_id }, replace: true });
  };
  return async () => {
    await service.deleteAnnotation({ annotation_id: note.id });
    leaveOut(note.id);
    if (isHere()) await goOn();
    queries.removeQueries({ queryKey: [workspace.id, 'note', note.id] });
    await queries.invalidateQueries({ queryKey: [workspace.id, 'notes'] });
    notify(t('note.deleted'));
  };
};

export const Actions = ({ note, walk, onOutcome }: { note: Note; walk: ListPosition; onOutcome: () => void }) => {
  const { service, workspace } = useWorkspace();
  const [isDeleting, setDeleting] = useState(false);
  const remove = useDelete(note, walk);
  const copy = () => copyAsync(service.widgetAnnotationMarkdown({ annotation_id: note.id }), t('inbox.copied'));
  const { change } = useChangeNote(note);
  useKeys({
    z: undoLast,
    r: () => document.querySelector<HTMLElement>('[data-shortcut=reply]')?.focus(),
  });
  const copyLink = () =>
    void navigator.clipboard.writeText(location.href).then(
      () => notify(t('note.link.copied')),
      () => notifyUncopied(location.href),
    );
  const quarantined = note.quarantine !== null;
  const deeds = [
    { words: t(note.summary && !note.summary_of ? 'note.outcome.edit' : 'note.outcome.add'), act: onOutcome },
    { words: t('note.link.copy'), act: copyLink },
    {
      words: t(quarantined ? 'note.quarantine.release' : 'note.quarantine.aside'),
      act: () => change({ quarantined: !quarantined }),
    },
    ...(workspace.role === 'GUEST' ? [] : [{ words: t('note.delete'), act: () => setDeleting(true), isGrave: true }]),
  ];
  return (
    <>
      <Button icon={ClipboardCopy} onClick={() => void copy()}>
        {t('inbox.copy')}
      </Button>
      <MenuButton
        className="button icon-only"
        label={t('note.more')}
        load={loadMenu}
        menu={(open) => <MoreMenu {...open} label={t('note.more')} deeds={deeds} />}
      >
        <Ellipsis aria-hidden="true" />
      </MenuButton>
      {isDeleting && (
        <Confirm
          title={t('note.delete.title')}
          action={t('note.delete')}
          run={remove}
          onClose={() => setDeleting(false)}
        >
          <p>{t('note.delete.lead')}</p>
        </Confirm>
      )}
    </>
  );
};
