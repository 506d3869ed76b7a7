import { Check, ClipboardCopy, RotateCcw } from 'lucide-react';
import { Suspense } from 'react';
import { useWorkspace } from '../../../app/workspace.tsx';
import { copyAsync } from '../../../kit/copy-async.ts';
import { lazyComponent } from '../../../kit/lazy-component.ts';
import { useKeys } from '../../../kit/shortcuts.ts';
import { notify, notifyUncopied, undoLast } from '../../../kit/toast.ts';
import { useText } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import { useChangeNote } from './data.ts';

// The menu library loads after the page.
const MoreMenu = lazyComponent(
  () => import('./more-menu.tsx'),
  (it) => it.MoreMenu,
);

interface Props {
  note: Note;
  onSummary: () => void;
  onDelete: () => void;
}

export const Actions = ({ note, onSummary, onDelete }: Props) => {
  const t = useText();
  const { service, workspace } = useWorkspace();
  const copy = () => copyAsync(service.widgetAnnotationMarkdown({ annotation_id: note.id }), t('inbox.copied'));
  const { change, isPending } = useChangeNote(note);
  const isOpen = note.status !== 'resolved';
  const turn = () => {
    if (!isPending) change({ status: isOpen ? 'resolved' : 'pending' });
  };
  useKeys({
    e: turn,
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
    { words: t('note.summary.edit'), act: onSummary },
    { words: t('note.link.copy'), act: copyLink },
    {
      words: t(quarantined ? 'note.quarantine.release' : 'note.quarantine.aside'),
      act: () => change({ quarantined: !quarantined }),
    },
    ...(workspace.role === 'GUEST' ? [] : [{ words: t('note.delete'), act: onDelete, isGrave: true }]),
  ];
  return (
    <>
      <button type="button" className="button" onClick={() => void copy()}>
        <ClipboardCopy aria-hidden="true" /> {t('inbox.copy')}
      </button>
      <button type="button" className="button primary" disabled={isPending} onClick={turn}>
        {isOpen ? <Check aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
        {t(isOpen ? 'inbox.resolve' : 'inbox.reopen')}
      </button>
      <Suspense fallback={<span className="button icon-only" aria-hidden="true" />}>
        <MoreMenu label={t('note.more')} deeds={deeds} />
      </Suspense>
    </>
  );
};
