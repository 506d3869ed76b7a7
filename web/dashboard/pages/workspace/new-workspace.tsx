import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { fieldError, TextField } from '../../kit/field.tsx';
import { FormError } from '../../kit/form-error.tsx';
import { notify } from '../../kit/toast.ts';
import { serviceFor } from '../../session/service.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { useWorkspaceList } from './workspace-list.ts';

export const NewWorkspace = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const navigate = useNavigate();
  const list = useWorkspaceList();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => serviceFor().createWorkspace({ body: { name: name.trim() } }),
    onSuccess: async (made) => {
      onClose();
      await list.enter(made);
      await navigate({ to: '/sites' });
      notify(t('workspace.created', { name: made.name }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title={t('shell.new_workspace')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="soft">{t('workspace.new.lead')}</p>
        <TextField
          label={t('workspace.name')}
          hint={t('workspace.name.hint')}
          error={fieldError(create.error, 'name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={LIMITS.createWorkspace.name}
          required
          autoFocus
          autoComplete="organization"
        />
        <FormError error={create.error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={create.isPending}>
            {t('workspace.create')}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
