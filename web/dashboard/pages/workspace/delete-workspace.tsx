import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { TypedConfirm } from './typed-confirm.tsx';
import { useWorkspaceList } from './workspace-list.ts';

export const DeleteWorkspace = () => {
  const t = useText();
  const navigate = useNavigate();
  const list = useWorkspaceList();
  const { workspace, service } = useWorkspace();
  const [isAsking, setAsking] = useState(false);
  const { id, name } = workspace;
  const restore = () => service.restoreWorkspace({ ws_id: id }).then(list.enter, notifyError);
  const run = async () => {
    await service.deleteWorkspace({ ws_id: id });
    await list.leave(id);
    await navigate({ to: '/inbox' });
    notify(t('workspace.deleted', { name }), restore);
  };
  return (
    <section className="card stack">
      <div>
        <h2>{t('workspace.delete')}</h2>
        <p className="soft">{t(workspace.personal ? 'workspace.delete.personal' : 'workspace.delete.lead')}</p>
      </div>
      {!workspace.personal && (
        <div>
          <button type="button" className="button danger-quiet" onClick={() => setAsking(true)}>
            {t('workspace.delete')}
          </button>
        </div>
      )}
      {isAsking && (
        <TypedConfirm
          title={t('workspace.delete.title', { name })}
          action={t('common.delete')}
          name={name}
          run={run}
          onClose={() => setAsking(false)}
        >
          <p>{t('workspace.delete.what')}</p>
        </TypedConfirm>
      )}
    </section>
  );
};
