import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../client/index.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { AskFirst, Confirm } from '../../kit/dialog.tsx';
import { fieldError, SelectField } from '../../kit/form.tsx';
import { navigate } from '../../kit/router/router.ts';
import { isNotFound } from '../../kit/states.tsx';
import { notify } from '../../kit/toast.ts';
import { useWorkspace, type Workspace } from '../../session/workspace.tsx';
import { useWorkspaceList } from '../../session/workspace-list.ts';
import { t } from '../../words/messages.ts';
import { type Member, useWorkspaceQueries } from './data.ts';
import { labelsOf, nameOf } from './member-name.ts';

export const Leave = () => {
  const list = useWorkspaceList();
  const { me, workspace, service } = useWorkspace();
  const leave = async () => {
    await service.removeMember({ ws_id: workspace.id, user_id: me }).catch((error: unknown) => {
      // Not a member any longer, which a repeat after a lost answer finds too.
      if (!isNotFound(error)) throw error;
    });
    await list.leave(workspace.id);
    await navigate({ to: '/inbox' });
    notify(t('members.left', { name: workspace.name }));
  };
  return (
    <AskFirst label={t('members.leave')} title={t('members.leave.title', { name: workspace.name })} run={leave}>
      <p>{t('members.leave.what')}</p>
    </AskFirst>
  );
};

export const TransferOwnership = ({ others }: { others: readonly Member[] }) => {
  const queries = useQueryClient();
  const list = useWorkspaceList();
  const { workspace, isOwn, service } = useWorkspace();
  const { members } = useWorkspaceQueries();
  const [chosen, setChosen] = useState('');
  /** Fixed while the dialog is open: a changing list must not change the new owner. */
  const [asked, setAsked] = useState<Member>();
  const heir = others.find(({ user_id }) => user_id === chosen) ?? others[0];
  const label = labelsOf(others);
  const hasCoOwner = others.some(({ role }) => role === 'OWNER');
  const transfer = async (user_id: string): Promise<Workspace> => {
    try {
      return await service.transferOwner({ ws_id: workspace.id, body: { user_id } });
    } catch (error) {
      // A repeat after a lost answer is refused, as they are an OWNER no longer.
      if (!(error instanceof ApiError && error.status === 403)) throw error;
      const all = await queries.fetchQuery({ ...members, staleTime: 0 });
      if (all.find((one) => one.user_id === user_id)?.role !== 'OWNER') throw error;
      return { ...workspace, role: 'MEMBER' };
    }
  };
  const handOver = async (user_id: string, name: string) => {
    try {
      list.put(await transfer(user_id));
      notify(t('members.handed_over', { name }));
    } catch (error) {
      if (!fieldError(error, 'user_id')) throw error;
      notify(t('members.heir_gone', { name }));
    }
    void queries.invalidateQueries({ queryKey: members.queryKey });
  };
  return (
    <Card
      title={t('members.ownership')}
      lead={t(hasCoOwner ? 'members.ownership.shared' : 'members.ownership.last')}
      className="narrow"
    >
      {heir && (
        <>
          <SelectField
            label={t('members.heir')}
            value={heir.user_id}
            onChange={({ target }) => setChosen(target.value)}
            options={others.map((one) => [one.user_id, label(one)])}
          />
          <div className="row">
            <Button look="danger-quiet" onClick={() => setAsked(heir)}>
              {t('members.hand_over')}
            </Button>
            {hasCoOwner && !isOwn && <Leave />}
          </div>
        </>
      )}
      {asked && (
        <Confirm
          title={t('members.hand_over.title', { name: nameOf(asked) })}
          action={t('members.hand_over')}
          typed={workspace.name}
          run={() => handOver(asked.user_id, nameOf(asked))}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('members.hand_over.what', { name: nameOf(asked) })}</p>
        </Confirm>
      )}
    </Card>
  );
};
