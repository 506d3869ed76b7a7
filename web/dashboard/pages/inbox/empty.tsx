import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type MessageKey, useText } from '../../app/messages.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { type InboxSearch, isNarrowed } from './search.ts';

interface Said {
  title: MessageKey;
  lead: MessageKey;
}

const saidOf = (search: InboxSearch, isAll: boolean): Said => {
  if (isNarrowed(search)) return { title: 'inbox.none', lead: isAll ? 'inbox.none.lead' : 'inbox.none.lead_so_far' };
  if (search.status === 'quarantine') return { title: 'inbox.quarantine.empty', lead: 'inbox.quarantine.empty.lead' };
  if (search.status && search.status !== 'all') return { title: 'inbox.none', lead: 'inbox.none.status' };
  return { title: 'inbox.empty', lead: 'inbox.empty.lead' };
};

/** In place of a list: why nothing stands here, and what to do. `isAll`: every note was looked at. */
export const Nothing = ({ site_id, search, isAll }: { site_id: string; search: InboxSearch; isAll: boolean }) => {
  const t = useText();
  const { title, lead } = saidOf(search, isAll);
  const { status } = search;
  const action: ReactNode =
    title === 'inbox.empty' ? (
      <Link to="/sites/$siteId" params={{ siteId: site_id }} className="button primary">
        {t('inbox.empty.install')}
      </Link>
    ) : (
      <Link to="/inbox" search={{ site: site_id, ...(isNarrowed(search) && status && { status }) }} className="button">
        {t(isNarrowed(search) ? 'inbox.clear_filters' : 'inbox.clear')}
      </Link>
    );
  return (
    <EmptyState title={t(title)} action={action}>
      <p>{t(lead)}</p>
    </EmptyState>
  );
};
