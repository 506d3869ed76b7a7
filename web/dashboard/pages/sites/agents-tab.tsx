import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../kit/card.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { AskFirst } from '../../kit/dialog.tsx';
import { ErrorNote, isRetired, Waiting } from '../../kit/states.tsx';
import { notify } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { ConnectAgent, RevealButton } from './connect-agent.tsx';
import { ConnectByAddress, ConnectedClients } from './connected-clients.tsx';
import { type Site, useSiteQueries } from './data.ts';
import { OwnersOnly } from './install-tab.tsx';

const Secret = ({ label, value, hint }: { label: string; value: string; hint: string }) => {
  const [isShown, setShown] = useState(false);
  return (
    <div className="stack tight secret">
      <dt>
        {label}
        <span className="fine">{hint}</span>
      </dt>
      <dd className="row spread">
        <code>{isShown ? value : '•'.repeat(24)}</code>
        <span className="row">
          <RevealButton label={label} isShown={isShown} onToggle={setShown} />
          <CopyButton text={value} of={label} />
        </span>
      </dd>
    </div>
  );
};

/** For the site's server, which signs with it who a visitor is. */
const IdentityCard = ({ site }: { site: Site }) => {
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const options = useSiteQueries().identity(site.id);
  const query = useQuery(options);
  const isUnshown = isRetired(query.error);
  if (!isUnshown && (query.error || !query.data)) return <Waiting query={query} lines={3} />;
  const rotate = async () => {
    queries.setQueryData(options.queryKey, await service.rotateIdentitySecret({ site_id: site.id }));
    notify(t('sites.identity.rotated'));
  };
  return (
    <Card
      title={t('sites.identity.title')}
      lead={t('sites.identity.lead')}
      action={<a href="/docs/widget#who-is-writing">{t('sites.identity.how')}</a>}
    >
      {query.data && !isUnshown ? (
        <dl className="stack">
          <Secret
            label={t('sites.identity.secret')}
            value={query.data.identity_secret}
            hint={t('sites.identity.secret.hint')}
          />
        </dl>
      ) : (
        <ErrorNote error={query.error} />
      )}
      <AskFirst label={t('sites.identity.rotate')} title={t('sites.identity.rotate.title')} run={rotate}>
        <p>{t('sites.identity.rotate.what')}</p>
      </AskFirst>
    </Card>
  );
};

const Owned = ({ site }: { site: Site }) => {
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const options = useSiteQueries().secrets(site.id);
  const query = useQuery(options);
  const [rotated, setRotated] = useState<string>();
  const isUnshown = isRetired(query.error);
  if (!isUnshown && (query.error || !query.data)) return <Waiting query={query} lines={6} />;
  const data = isUnshown ? undefined : query.data;
  const token = data?.mcp_token ?? rotated;
  const rotate = async () => {
    const { mcp_token } = await service.rotateMcpToken({ site_id: site.id });
    if (data) queries.setQueryData(options.queryKey, { ...data, mcp_token });
    else setRotated(mcp_token);
    notify(t('sites.rotated'));
  };
  return (
    <div className="stack">
      {token !== undefined && <ConnectAgent site={site} token={token} key={token} />}
      <Card title={t('sites.secrets.title')} lead={t('sites.secrets.lead')}>
        {!data && <ErrorNote error={query.error} />}
        <dl className="stack">
          {token !== undefined && (
            <Secret label={t('sites.secrets.mcp')} value={token} hint={t('sites.secrets.mcp.hint')} />
          )}
          {data && (
            <Secret label={t('sites.secrets.widget')} value={data.widget_token} hint={t('sites.secrets.widget.hint')} />
          )}
        </dl>
        <AskFirst label={t('sites.rotate')} title={t('sites.rotate.title')} run={rotate}>
          <p>{t('sites.rotate.what')}</p>
        </AskFirst>
      </Card>
      <IdentityCard site={site} />
    </div>
  );
};

export const AgentsTab = ({ site }: { site: Site }) => {
  const { workspace } = useWorkspace();
  return (
    <div className="stack">
      <ConnectByAddress />
      <ConnectedClients site={site} />
      {workspace.role === 'OWNER' ? <Owned site={site} /> : <OwnersOnly>{t('sites.owners_only')}</OwnersOnly>}
    </div>
  );
};
