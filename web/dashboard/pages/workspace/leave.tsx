import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { notify } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { useWorkspaceList } from './workspace-list.ts';

export const Leave = () => {
  const t = useText();
  const navigate = useNavigate();
  const list = useWorkspaceList();
  const { me, workspace, service } = useWorkspace();
  const [isAsking, setAsking] = useState(false);
  const leave = async () => {
    await service.removeMember({ ws_id: workspace.id, user_id: me });
    await list.leave(workspace.id);
    await navigate({ to: '/inbox' });
    notify(t('members.left', { name: workspace.name }));
  };
  return (
    <>
      <button type="button" className="button danger-quiet" onClick={() => setAsking(true)}>
        {t('members.leave')}
      </button>
      {isAsking && (
        <Confirm
          title={t('members.leave.title', { name: workspace.name })}
          action={t('members.leave')}
          run={leave}
          onClose={() => setAsking(false)}
        >
          <p>{t('members.leave.what')}</p>
        </Confirm>
      )}
    </>
  );
};
