import './views.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, fieldError, Switch, TextField } from '../../kit/form.tsx';
import { Link } from '../../kit/router/link.tsx';
import { refetchIfGone, Waiting } from '../../kit/states.tsx';
import { notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import type { InboxSearch } from './search.ts';
import { searchOf, useViewsQuery, type View } from './views-data.ts';

interface SectionProps {
  title: string;
  views: readonly View[];
  onClose: () => void;
}

const SavedView = ({ view, onClose }: { view: View; onClose: () => void }) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useViewsQuery();
  const remove = useMutation({
    mutationFn: () =>
      service.deleteView({ ws_id: workspace.id, view_id: view.id }).catch(refetchIfGone(queries, queryKey)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
    onError: notifyError,
  });
  return (
    <li className="row spread saved-view">
      <Link to="/inbox" search={searchOf(view)} onClick={onClose} dir="auto">
        {view.name}
      </Link>
      <IconButton
        icon={Trash2}
        label={t('inbox.views.delete', { name: view.name })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      />
    </li>
  );
};

const Section = ({ title, views, onClose }: SectionProps) => {
  if (views.length === 0) return null;
  return (
    <section className="stack tight" aria-label={title}>
      <h3>{title}</h3>
      <ul className="stack tight">
        {views.map((view) => (
          <SavedView key={view.id} view={view} onClose={onClose} />
        ))}
      </ul>
    </section>
  );
};

export const ViewsDialog = ({ search, onClose }: { search: InboxSearch; onClose: () => void }) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const all = useViewsQuery();
  const list = useQuery(all);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const renew = () => queries.invalidateQueries({ queryKey: all.queryKey });
  const save = useMutation({
    mutationFn: () => {
      const asked = new URLSearchParams(Object.entries(search)).toString();
      return service.createView({ ws_id: workspace.id, body: { name: name.trim(), search: asked, shared } });
    },
    onSuccess: async () => {
      setName('');
      await renew();
    },
  });
  const own = list.data?.filter((view) => !view.shared) ?? [];
  const common = list.data?.filter((view) => view.shared) ?? [];
  return (
    <Dialog title={t('inbox.views')} onClose={onClose} held={save.isPending}>
      <div className="stack">
        {!list.data && <Waiting query={list} />}
        {list.data?.length === 0 && <p className="soft">{t('inbox.views.none')}</p>}
        <Section title={t('inbox.views.own')} views={own} onClose={onClose} />
        <Section title={t('inbox.views.shared')} views={common} onClose={onClose} />
        <Form
          className="stack"
          inDialog
          action={t('inbox.views.save')}
          isDisabled={name.trim() === ''}
          isRunning={save.isPending}
          error={save.error}
          onCancel={onClose}
          onSubmit={() => save.mutate()}
        >
          <TextField
            label={t('inbox.views.name')}
            hint={t('inbox.views.hint')}
            value={name}
            maxLength={LIMITS.createView.name}
            autoComplete="off"
            dir="auto"
            error={fieldError(save.error, 'name')}
            onChange={({ target }) => setName(target.value)}
          />
          {workspace.role !== 'GUEST' && (
            <Switch
              label={t('inbox.views.share')}
              checked={shared}
              onChange={({ target }) => setShared(target.checked)}
            />
          )}
        </Form>
      </div>
    </Dialog>
  );
};
