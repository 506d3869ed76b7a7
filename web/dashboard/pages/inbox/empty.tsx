import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { webAddress } from '../../kit/address.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { type MessageKey, useText } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { type InboxSearch, isNarrowed } from './search.ts';

interface Said {
  title: MessageKey;
  lead: MessageKey;
}

const saidOf = (search: InboxSearch, isAll: boolean): Said => {
  if (isNarrowed(search)) {
    const looked = search.view === 'board' ? 'inbox.none.lead_board' : 'inbox.none.lead';
    return { title: 'inbox.none', lead: isAll ? looked : 'inbox.none.lead_so_far' };
  }
  if (search.status === 'quarantine') return { title: 'inbox.quarantine.empty', lead: 'inbox.quarantine.empty.lead' };
  if (search.status && search.status !== 'all') return { title: 'inbox.none', lead: 'inbox.none.status' };
  return { title: 'inbox.empty', lead: 'inbox.empty.lead' };
};

/** Links to leave a test note and to check the installation. */
const FirstNote = ({ site_id }: { site_id: string }) => {
  const t = useText();
  const { data: sites } = useQuery(useSiteQueries().all);
  const { url = '' } = sites?.find(({ id }) => id === site_id) ?? {};
  const href = webAddress(url);
  return (
    <p className="row centred">
      {href && (
        <a href={href} target="_blank" rel="noreferrer" className="button primary">
          <ExternalLink aria-hidden="true" /> {t('inbox.empty.leave')}
        </a>
      )}
      <Link to="/sites/$siteId" params={{ siteId: site_id }} className="button">
        {t('inbox.empty.install')}
      </Link>
    </p>
  );
};

/** Says why a list is empty and what to do. `isAll`: all notes were searched. */
export const Nothing = ({ site_id, search, isAll }: { site_id: string; search: InboxSearch; isAll: boolean }) => {
  const t = useText();
  const { title, lead } = saidOf(search, isAll);
  const { status, view } = search;
  const action: ReactNode =
    title === 'inbox.empty' ? (
      <FirstNote site_id={site_id} />
    ) : (
      <Link
        to="/inbox"
        search={{ site: site_id, ...(view && { view }), ...(isNarrowed(search) && status && { status }) }}
        className="button"
      >
        {t(isNarrowed(search) ? 'inbox.clear_filters' : 'inbox.clear')}
      </Link>
    );
  return (
    <EmptyState title={t(title)} action={action}>
      <p>{t(lead)}</p>
    </EmptyState>
  );
};
