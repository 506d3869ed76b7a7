import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { AskFirst } from '../../kit/dialog.tsx';
import { changesIn, useStoredDraft } from '../../kit/drafts.ts';
import { FormError, fieldsOf, SaveBar, SelectField, Switch, submitting, TextField } from '../../kit/form.tsx';
import { Day, formatDollars, Time } from '../../kit/formats.tsx';
import { navigate } from '../../kit/router/router.ts';
import { ErrorNote } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useWallet } from '../../session/costs.ts';
import { serviceFor } from '../../session/service.ts';
import { useSession } from '../../session/sign-in.ts';
import { useWorkspace, type Workspace, workspacesOf } from '../../session/workspace.tsx';
import { useWorkspaceList } from '../../session/workspace-list.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { LANGUAGES, LOCALES, t } from '../../words/messages.ts';
import { ExportCard } from '../account/export-card.tsx';
import { NewWorkspace } from './new-workspace.tsx';

const draftOf = ({ name, slug, default_locale, notifications }: Workspace) => ({
  name,
  slug,
  default_locale,
  notifications,
});
type Draft = ReturnType<typeof draftOf>;

const WorkspaceForm = () => {
  const list = useWorkspaceList();
  const { workspace, service } = useWorkspace();
  const saved = draftOf(workspace);
  const { draft, setDraft, isChanged, showSaved } = useStoredDraft(`workspace-settings.${workspace.id}`, saved);
  const patch = (to: Draft, from: Draft) => service.patchWorkspace({ ws_id: workspace.id, body: changesIn(to, from) });
  const show = (fresh: Workspace, sent?: Draft) => {
    list.put(fresh);
    showSaved(draftOf(fresh), sent);
  };
  const save = useMutation({
    mutationFn: ({ to, from }: { to: Draft; from: Draft }) => patch(to, from),
    onSuccess: (fresh, { to, from }) => {
      show(fresh, to);
      notify(t('common.saved'), () => patch(from, to).then((former) => show(former), notifyError));
    },
  });
  const field = fieldsOf(draft, setDraft, save.error);
  return (
    <form className="card stack" onSubmit={submitting(() => save.mutate({ to: draft, from: saved }))}>
      <h2>{t('workspace.settings')}</h2>
      <TextField label={t('workspace.name')} {...field('name', LIMITS.createWorkspace.name)} required />
      <TextField
        label={t('workspace.slug')}
        hint={t('workspace.slug.hint')}
        {...field('slug', LIMITS.createWorkspace.slug)}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <SelectField label={t('workspace.locale')} hint={t('workspace.locale.hint')} {...field('default_locale')}>
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LANGUAGES[locale]}
          </option>
        ))}
      </SelectField>
      <Switch
        label={t('workspace.submitter_mail')}
        hint={t('workspace.submitter_mail.hint')}
        checked={draft.notifications.submitter_mail}
        onChange={({ target }) => setDraft({ ...draft, notifications: { submitter_mail: target.checked } })}
      />
      <FormError error={save.error} />
      <SaveBar isChanged={isChanged} isSaving={save.isPending} onCancel={() => setDraft(saved)} />
    </form>
  );
};

const DeletedWorkspaces = () => {
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
    <Card title={t('workspace.deleted_ones')} lead={t('workspace.deleted_ones.lead')}>
      <ul className="people">
        {deleted.map((one) => (
          <li key={one.id} className="row spread person">
            <div>
              <strong>{one.name}</strong>
              <p className="fine">
                {t('workspace.deleted_at')} <Time at={one.deleted_at ?? ''} /> · {t('workspace.restorable')}{' '}
                <Day at={one.purge_at ?? ''} isExact />
              </p>
            </div>
            <Button
              aria-label={`${t('workspace.restore')}: ${one.name}`}
              disabled={restore.isPending}
              onClick={() => restore.mutate(one)}
            >
              {t('workspace.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
};

export const WorkspaceId = () => {
  const { id } = useWorkspace().workspace;
  return (
    <span className="workspace-id">
      <code>{id}</code> <CopyButton text={id} of={t('workspace.id')} small />
    </span>
  );
};

const ExportWorkspace = () => {
  const { workspace, service } = useWorkspace();
  const ws_id = workspace.id;
  return (
    <ExportCard
      title={t('workspace.export')}
      lead={t('workspace.export.lead')}
      queryKey={[ws_id, 'export']}
      read={(signal) => service.getWorkspaceExport({ ws_id }, { signal })}
      request={() => service.requestWorkspaceExport({ ws_id })}
    />
  );
};

const DeleteWorkspace = () => {
  const list = useWorkspaceList();
  const { workspace, isOwn, service } = useWorkspace();
  const { data: wallet } = useWallet();
  const { id, name, personal } = workspace;
  if (personal && !isOwn) return null;
  const balance = wallet?.billing_mode === 'prepaid_micro' ? wallet.wallet_balance_cents : 0;
  const restore = () => service.restoreWorkspace({ ws_id: id }).then(list.enter, notifyError);
  const run = async () => {
    await service.deleteWorkspace({ ws_id: id });
    await list.leave(id);
    await navigate({ to: '/inbox' });
    notify(t('workspace.deleted', { name }), restore);
  };
  return (
    <Card title={t('workspace.delete')} lead={t(personal ? 'workspace.delete.personal' : 'workspace.delete.lead')}>
      {!personal && (
        <AskFirst
          label={t('workspace.delete')}
          title={t('workspace.delete.title', { name })}
          action={t('common.delete')}
          typed={name}
          run={run}
        >
          <p>{t('workspace.delete.what')}</p>
          {balance > 0 && <p>{t('workspace.delete.balance', { amount: formatDollars(balance) })}</p>}
        </AskFirst>
      )}
    </Card>
  );
};

export const SettingsTab = () => {
  const { workspace } = useWorkspace();
  const [isMaking, setMaking] = useState(false);
  const isOwner = workspace.role === 'OWNER';
  return (
    <div className="stack narrow">
      {isOwner ? <WorkspaceForm key={workspace.id} /> : <p className="soft">{t('workspace.settings.owners_only')}</p>}
      <Card title={t('workspace.id')} lead={t('workspace.id.hint')}>
        <WorkspaceId />
      </Card>
      <Card title={t('workspace.another')} lead={t('workspace.another.lead')}>
        <Button icon={Plus} onClick={() => setMaking(true)}>
          {t('shell.new_workspace')}
        </Button>
      </Card>
      <DeletedWorkspaces />
      {isOwner && <ExportWorkspace />}
      {isOwner && <DeleteWorkspace />}
      {isMaking && <NewWorkspace onClose={() => setMaking(false)} />}
    </div>
  );
};
