import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, fieldsOf, TextField } from '../../kit/form.tsx';
import { navigate } from '../../kit/router/router.ts';
import { notify } from '../../kit/toast.ts';
import { serviceFor } from '../../session/service.ts';
import { useWorkspaceList } from '../../session/workspace-list.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';

export const NewWorkspace = ({ onClose }: { onClose: () => void }) => {
  const list = useWorkspaceList();
  const [draft, setDraft] = useState({ name: '' });
  const create = useMutation({
    mutationFn: () => serviceFor().createWorkspace({ body: { name: draft.name.trim() } }),
    onSuccess: async (made) => {
      onClose();
      await list.enter(made);
      await navigate({ to: '/sites' });
      notify(t('workspace.created', { name: made.name }));
    },
  });
  const field = fieldsOf(draft, setDraft, create.error);
  return (
    <Dialog title={t('shell.new_workspace')} onClose={onClose} held={create.isPending}>
      <Form
        inDialog
        action={t('workspace.create')}
        isRunning={create.isPending}
        onSubmit={create.mutate}
        onCancel={onClose}
        error={create.error}
      >
        <p className="soft">{t('workspace.new.lead')}</p>
        <TextField
          label={t('workspace.name')}
          hint={t('workspace.name.hint')}
          {...field('name', LIMITS.createWorkspace.name)}
          required
          autoFocus
          autoComplete="organization"
        />
      </Form>
    </Dialog>
  );
};
