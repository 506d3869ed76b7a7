import { Card } from '../../kit/card.tsx';
import { AskFirst } from '../../kit/dialog.tsx';
import { Page } from '../../kit/page.tsx';
import { isOfDeletedAccount } from '../../session/service.ts';
import { endSession, signOut, useSession } from '../../session/sign-in.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { ExportCard } from './export-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

const DeleteAccount = () => {
  const { service } = useWorkspace();
  const { person } = useSession();
  const run = async () => {
    // An earlier attempt may have succeeded without an answer.
    await service.deleteMe({}).catch((error: unknown) => {
      if (!isOfDeletedAccount(error)) throw error;
    });
    localStorage.clear();
    sessionStorage.clear();
    endSession('deleted');
    signOut();
  };
  return (
    <Card title={t('account.delete')} lead={t('account.delete.lead')}>
      <AskFirst label={t('account.delete')} title={t('account.delete.title')} typed={person?.email ?? ''} run={run}>
        <p>{t('account.delete.what')}</p>
      </AskFirst>
    </Card>
  );
};

export const AccountPage = () => {
  const { service } = useWorkspace();
  return (
    <Page title={t('account.title')} lead={t('account.lead')}>
      <div className="stack narrow">
        <ProfileCard />
        <SessionsCard />
        <NotificationsCard />
        <ExportCard
          title={t('account.export')}
          lead={t('account.export.lead')}
          queryKey={['me', 'export']}
          read={(signal) => service.getMyExport({}, { signal })}
          request={() => service.requestMyExport({})}
        />
        <DeleteAccount />
      </div>
    </Page>
  );
};
