import { useWorkspace } from '../../app/workspace.tsx';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../words/messages.ts';
import { DeleteAccount } from './delete-account.tsx';
import { ExportCard } from './export-card.tsx';

export const AccountPage = () => {
  const t = useText();
  const { service } = useWorkspace();
  return (
    <Page title={t('account.title')} lead={t('account.lead')}>
      <div className="stack narrow">
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
