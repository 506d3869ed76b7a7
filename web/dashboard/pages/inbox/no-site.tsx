import { Link } from '../../kit/router/link.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';

export const NoSite = () => {
  const { workspace } = useWorkspace();
  const isGuest = workspace.role === 'GUEST';
  const add = (
    <Link to="/sites/new" className="button primary">
      {t('common.add_site')}
    </Link>
  );
  return (
    <EmptyState title={t(isGuest ? 'inbox.no_grant' : 'inbox.no_site')} action={!isGuest && add}>
      <p>{t(isGuest ? 'inbox.no_grant.lead' : 'inbox.no_site.lead')}</p>
    </EmptyState>
  );
};
