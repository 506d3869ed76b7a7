import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, SelectField, Switch } from '../../kit/form.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { STATUSES } from '../../words/note-enums.generated.ts';
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

const PARTS = ['screenshots', 'thread', 'resolutions'] as const;

interface Props {
  site: Site;
  search: InboxSearch;
  onClose: () => void;
}

export const ExportDialog = ({ site, search, onClose }: Props) => {
  const { service } = useWorkspace();
  const { status: shown = 'pending', view } = search;
  const [status, setStatus] = useState(
    () => STATUSES.find((one) => one === shown && view !== 'board') ?? ('all' as const),
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const toggle = (part: string) => {
    const next = new Set(left);
    if (!next.delete(part)) next.add(part);
    setLeft(next);
  };
  const make = useMutation({
    // The request needs the session, so it can't be a link.
    mutationFn: () => {
      const without = Object.fromEntries(
        PARTS.filter((part) => left.has(part)).map((part) => [part, 'false' as const]),
      );
      return service.exportPdf({ site_id: site.id, query: { ...(status !== 'all' && { status }), ...without } });
    },
    onSuccess: (file) => {
      const day = new Date().toISOString().slice(0, 10);
      save(file, `${site.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, ' ').trim()} ${day}.pdf`);
      onClose();
    },
  });
  const choices = (['all', ...STATUSES] as const).map(
    (one) => [one, t(one === 'all' ? 'inbox.export.every' : `inbox.status.${one}`)] as const,
  );
  return (
    <Dialog title={t('inbox.export.title', { site: site.name })} onClose={onClose} held={make.isPending}>
      <Form
        inDialog
        action={t(make.isPending ? 'inbox.export.making' : 'inbox.export.go')}
        isRunning={make.isPending}
        error={make.error}
        onSubmit={() => make.mutate()}
        onCancel={onClose}
      >
        <SelectField
          label={t('inbox.export.which')}
          value={status}
          options={choices}
          onChange={({ target }) => setStatus(STATUSES.find((one) => one === target.value) ?? 'all')}
        />
        {PARTS.map((part) => (
          <Switch
            key={part}
            label={t(`inbox.export.${part}`)}
            checked={!left.has(part)}
            onChange={() => toggle(part)}
          />
        ))}
        <p className="fine">{t('inbox.export.never')}</p>
      </Form>
    </Dialog>
  );
};
