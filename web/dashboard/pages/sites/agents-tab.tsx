import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { notify } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { ConnectAgent } from './connect-agent.tsx';
import { type Site, useSiteQueries } from './data.ts';
import { OwnersOnly } from './owners-only.tsx';
import { RevealButton } from './reveal-button.tsx';

const Secret = ({ label, value, hint }: { label: string; value: string; hint: string }) => {
  const [isShown, setShown] = useState(false);
  return (
    <div className="secret">
      <dt>
        {label}
        <span className="fine">{hint}</span>
      </dt>
      <dd>
        <code>{isShown ? value : '•'.repeat(24)}</code>
        <span className="row">
          <RevealButton label={label} isShown={isShown} onToggle={setShown} />
          <CopyButton text={value} of={label} />
        </span>
      </dd>
    </div>
  );
};

const Owned = ({ site }: { site: Site }) => {
  const t = useText();
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const query = useSiteQueries().secrets(site.id);
  const { data, error, refetch } = useQuery(query);
  const [isAsking, setAsking] = useState(false);
  if (error) return <ErrorNote error={error} retry={refetch} />;
  if (!data) return <Skeleton lines={6} />;
  const rotate = async () => {
    const { mcp_token } = await service.rotateMcpToken({ site_id: site.id });
    queries.setQueryData(query.queryKey, { ...data, mcp_token });
    notify(t('sites.rotated'));
  };
  return (
    <div className="stack">
      <ConnectAgent site={site} token={data.mcp_token} key={data.mcp_token} />
      <section className="card stack">
        <div>
          <h2>{t('sites.secrets.title')}</h2>
          <p className="soft">{t('sites.secrets.lead')}</p>
        </div>
        <dl className="secrets">
          <Secret label={t('sites.secrets.mcp')} value={data.mcp_token} hint={t('sites.secrets.mcp.hint')} />
          <Secret label={t('sites.secrets.widget')} value={data.widget_token} hint={t('sites.secrets.widget.hint')} />
        </dl>
        <div>
          <button type="button" className="button danger-quiet" onClick={() => setAsking(true)}>
            {t('sites.rotate')}
          </button>
        </div>
      </section>
      {isAsking && (
        <Confirm
          title={t('sites.rotate.title')}
          action={t('sites.rotate')}
          run={rotate}
          onClose={() => setAsking(false)}
        >
          <p>{t('sites.rotate.what')}</p>
        </Confirm>
      )}
    </div>
  );
};

export const AgentsTab = ({ site }: { site: Site }) => {
  const { workspace } = useWorkspace();
  return workspace.role === 'OWNER' ? <Owned site={site} /> : <OwnersOnly />;
};
