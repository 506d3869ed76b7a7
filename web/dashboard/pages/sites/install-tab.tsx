import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Card } from '../../kit/card.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { Waiting } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';
import { LiveCheck } from './live-check.tsx';

export const OwnersOnly = ({ children }: { children: string }) => (
  <p className="owners-only">
    <KeyRound aria-hidden="true" /> {children}
  </p>
);

const Snippet = ({ site }: { site: Site }) => {
  const query = useQuery(useSiteQueries().secrets(site.id));
  if (query.error || !query.data) return <Waiting query={query} lines={3} />;
  const tag = `<script async src="${location.origin}/w/${query.data.loader_secret_id}/widget.js"></script>`;
  return <CodeBlock text={tag} label={t('sites.snippet')} />;
};

export const InstallTab = ({ site }: { site: Site }) => {
  const { workspace } = useWorkspace();
  return (
    <div className="stack">
      <Card
        title={t('sites.install.title')}
        lead={t('sites.install.lead')}
        action={<a href="/docs/install">{t('sites.install.guides')}</a>}
      >
        {workspace.role === 'OWNER' ? (
          <Snippet site={site} />
        ) : (
          <OwnersOnly>{t('sites.install.owners_only')}</OwnersOnly>
        )}
        <LiveCheck site={site} />
      </Card>
      <Card title={t('sites.origins.title')} lead={t('sites.origins.lead')}>
        <ul className="row tight origins">
          {site.allowed_origins.map((origin) => (
            <li key={origin}>
              <code>{origin}</code>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
};
