import './sites.css';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Plus } from 'lucide-react';
import { Time } from '../../kit/formats.tsx';
import { Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { EmptyState, Waiting } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';

const SiteRow = ({ site: { id, name, url, widget, created_at } }: { site: Site }) => (
  <li>
    <Link to="/sites/$siteId" params={{ siteId: id }} className="site-row">
      <svg className="site-mark" viewBox="0 0 36 36" aria-hidden="true">
        <rect width="36" height="36" rx="9" fill={widget.color} />
        <text x="18" y="24" textAnchor="middle">
          {[...name][0]?.toUpperCase()}
        </text>
      </svg>
      <span className="site-row-text">
        <strong>{name}</strong>
        <span className="fine">{URL.canParse(url) ? new URL(url).host : url}</span>
      </span>
      <span className="fine site-row-time">
        {t('sites.added')} <Time at={created_at} />
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  </li>
);

export const SitesPage = () => {
  const { workspace } = useWorkspace();
  const { data, error, refetch } = useQuery(useSiteQueries().all);
  const add = workspace.role !== 'GUEST' && (
    <Link to="/sites/new" className="button primary">
      <Plus aria-hidden="true" /> {t('common.add_site')}
    </Link>
  );
  return (
    <Page title={t('shell.sites')} lead={t('sites.lead')} actions={data?.length ? add : undefined}>
      {(error || !data) && <Waiting query={{ error, refetch }} lines={4} as="rows" />}
      {data?.length === 0 && (
        <EmptyState title={t(add ? 'sites.empty' : 'sites.empty.guest.title')} action={add}>
          {t(add ? 'sites.empty.lead' : 'sites.empty.guest')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className="rows">
          {data.map((site) => (
            <SiteRow key={site.id} site={site} />
          ))}
        </ul>
      )}
    </Page>
  );
};
