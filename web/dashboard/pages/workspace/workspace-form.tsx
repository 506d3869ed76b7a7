import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useWorkspace, type Workspace } from '../../app/workspace.tsx';
import { fieldError, SelectField, Switch, TextField } from '../../kit/field.tsx';
import { FormError } from '../../kit/form-error.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { useStoredDraft } from '../../kit/stored-draft.ts';
import { notify, notifyError } from '../../kit/toast.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { LANGUAGES, LOCALES, useText } from '../../words/messages.ts';
import { useWorkspaceList } from './workspace-list.ts';

const bodyOf = ({ name, slug, default_locale, notifications }: Workspace) => ({
  name,
  slug,
  default_locale,
  notifications,
});
type Draft = ReturnType<typeof bodyOf>;

/** The settings that an owner can change. */
export const WorkspaceForm = () => {
  const t = useText();
  const list = useWorkspaceList();
  const { workspace, service } = useWorkspace();
  const { draft, setDraft, isChanged } = useStoredDraft(`workspace-settings.${workspace.id}`, bodyOf(workspace));
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const patch = (body: Draft) => service.patchWorkspace({ ws_id: workspace.id, body });
  const show = (fresh: Workspace) => {
    list.put(fresh);
    setDraft(bodyOf(fresh));
  };
  const save = useMutation({
    mutationFn: ({ to }: { to: Draft; from: Draft }) => patch(to),
    onSuccess: (fresh, { from }) => {
      show(fresh);
      notify(t('common.saved'), () => patch(from).then(show, notifyError));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ to: draft, from: bodyOf(workspace) });
  };
  return (
    <form className="card stack" onSubmit={submit}>
      <h2>{t('workspace.settings')}</h2>
      <TextField
        label={t('workspace.name')}
        error={fieldError(save.error, 'name')}
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
        maxLength={LIMITS.createWorkspace.name}
        required
      />
      <TextField
        label={t('workspace.slug')}
        hint={t('workspace.slug.hint')}
        error={fieldError(save.error, 'slug')}
        value={draft.slug}
        onChange={(event) => set({ slug: event.target.value })}
        maxLength={LIMITS.createWorkspace.slug}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <SelectField
        label={t('workspace.locale')}
        hint={t('workspace.locale.hint')}
        value={draft.default_locale}
        onChange={(event) => set({ default_locale: event.target.value as Draft['default_locale'] })}
      >
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
        onChange={(event) => set({ notifications: { submitter_mail: event.target.checked } })}
      />
      <FormError error={save.error} />
      <SaveBar isChanged={isChanged} isSaving={save.isPending} onCancel={() => setDraft(bodyOf(workspace))} />
    </form>
  );
};
