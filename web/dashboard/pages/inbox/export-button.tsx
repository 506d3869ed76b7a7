import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useWorkspace } from '../../app/workspace.tsx';
import { notifyError } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import type { Site } from '../sites/data.ts';
import type { InboxSearch } from './search.ts';

const save = (file: Blob, name: string) => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click handler.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** Downloads the notes of a status as PDF. The request needs the session, so it can't be a link. */
export const ExportButton = ({ site, search }: { site: Site; search: InboxSearch }) => {
  const t = useText();
  const { service } = useWorkspace();
  const { status: shown = 'pending', view } = search;
  const status = shown === 'all' || shown === 'quarantine' || view === 'board' ? undefined : shown;
  const { mutate, isPending } = useMutation({
    mutationFn: () => service.exportPdf({ site_id: site.id, query: status ? { status } : {} }),
    onSuccess: (file) => {
      const day = new Date().toISOString().slice(0, 10);
      save(file, `${site.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, ' ').trim()} ${day}.pdf`);
    },
    onError: notifyError,
  });
  const words = status ? t('inbox.export.status', { status: t(`inbox.status.${status}`) }) : t('inbox.export.all');
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => mutate()} title={words}>
      <FileDown aria-hidden="true" /> {t(isPending ? 'inbox.export.making' : 'inbox.export')}
      <span className="visually-hidden">: {words}</span>
    </button>
  );
};
