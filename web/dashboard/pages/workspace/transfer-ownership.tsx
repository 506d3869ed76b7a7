import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { fieldError, SelectField } from '../../kit/field.tsx';
import { notify } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { type Member, nameOf, useWorkspaceQueries } from './data.ts';
import { Leave } from './leave.tsx';
import { TypedConfirm } from './typed-confirm.tsx';
import { useWorkspaceList } from './workspace-list.ts';

/** Ways for an owner to step down: transfer ownership, or leave if there is another owner. */
export const TransferOwnership = ({ others }: { others: readonly Member[] }) => {
  const t = useText();
  const queries = useQueryClient();
  const list = useWorkspaceList();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useWorkspaceQueries().members;
  const [chosen, setChosen] = useState('');
  /** Fixed while the dialog is open: a changing list must not change the new owner. */
  const [asked, setAsked] = useState<Member>();
  const heir = others.find(({ user_id }) => user_id === chosen) ?? others[0];
  const hasCoOwner = others.some(({ role }) => role === 'OWNER');
  const handOver = async (user_id: string, name: string) => {
    try {
      list.put(await service.transferOwner({ ws_id: workspace.id, body: { user_id } }));
      notify(t('members.handed_over', { name }));
    } catch (error) {
      if (!fieldError(error, 'user_id')) throw error;
      notify(t('members.heir_gone', { name }));
    }
    void queries.invalidateQueries({ queryKey });
  };
  return (
    <section className="card stack narrow">
      <div>
        <h2>{t('members.ownership')}</h2>
        <p className="soft">{t(hasCoOwner ? 'members.ownership.shared' : 'members.ownership.last')}</p>
      </div>
      {heir && (
        <>
          <SelectField
            label={t('members.heir')}
            value={heir.user_id}
            onChange={(event) => setChosen(event.target.value)}
          >
            {others.map((one) => (
              <option key={one.user_id} value={one.user_id}>
                {nameOf(one)}
              </option>
            ))}
          </SelectField>
          <div className="row">
            <button type="button" className="button danger-quiet" onClick={() => setAsked(heir)}>
              {t('members.hand_over')}
            </button>
            {hasCoOwner && !workspace.personal && <Leave />}
          </div>
        </>
      )}
      {asked && (
        <TypedConfirm
          title={t('members.hand_over.title', { name: nameOf(asked) })}
          action={t('members.hand_over')}
          name={workspace.name}
          run={() => handOver(asked.user_id, nameOf(asked))}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('members.hand_over.what', { name: nameOf(asked) })}</p>
        </TypedConfirm>
      )}
    </section>
  );
};
