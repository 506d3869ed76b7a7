import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { signOut, useSession } from '../../session/sign-in.ts';
import { useText } from '../../words/messages.ts';
import { TypedConfirm } from '../workspace/typed-confirm.tsx';

/** Deletes the account and everything this browser stored: drafts, filters, the session. */
export const DeleteAccount = () => {
  const t = useText();
  const { service } = useWorkspace();
  const { person } = useSession();
  const [isAsking, setAsking] = useState(false);
  const run = async () => {
    await service.deleteMe({});
    localStorage.clear();
    sessionStorage.clear();
    signOut();
  };
  return (
    <section className="card stack">
      <div>
        <h2>{t('account.delete')}</h2>
        <p className="soft">{t('account.delete.lead')}</p>
      </div>
      <div>
        <button type="button" className="button danger-quiet" onClick={() => setAsking(true)}>
          {t('account.delete')}
        </button>
      </div>
      {isAsking && (
        <TypedConfirm
          title={t('account.delete.title')}
          action={t('account.delete')}
          name={person?.email ?? ''}
          run={run}
          onClose={() => setAsking(false)}
        >
          <p>{t('account.delete.what')}</p>
        </TypedConfirm>
      )}
    </section>
  );
};
