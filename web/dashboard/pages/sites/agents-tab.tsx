import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Plug } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../app/messages.ts';
import { useWorkspace } from '../../app/workspace.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { notify } from '../../kit/toast.ts';
import { connectByHttp, connectClaude, connectCursor, testMcp } from './connect.ts';
import { type Site, useSiteQueries } from './data.ts';
import { OwnersOnly } from './owners-only.tsx';

const CLIENTS = ['claude', 'cursor', 'http'] as const;
type ClientName = (typeof CLIENTS)[number];

const TEXTS: Readonly<Record<ClientName, (url: string) => string>> = {
  claude: connectClaude,
  cursor: connectCursor,
  http: connectByHttp,
};

const Connect = ({ url }: { url: string }) => {
  const t = useText();
  const [client, setClient] = useState<ClientName>('claude');
  const test = useMutation({ mutationFn: () => testMcp(url) });
  return (
    <section className="card stack">
      <div>
        <h2>{t('sites.agents.title')}</h2>
        <p className="soft">{t('sites.agents.lead')}</p>
      </div>
      <fieldset className="segments">
        <legend className="visually-hidden">{t('sites.agents.which')}</legend>
        {CLIENTS.map((one) => (
          <label key={one}>
            <input type="radio" name="client" checked={client === one} onChange={() => setClient(one)} />
            <span>{t(`sites.agents.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <p className="fine">{t(`sites.agents.${client}.hint`)}</p>
      <CodeBlock text={TEXTS[client](url)} label={t(`sites.agents.${client}`)} />
      <div className="row">
        <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate()}>
          <Plug aria-hidden="true" /> {t(test.isPending ? 'sites.agents.testing' : 'sites.agents.test')}
        </button>
        <span role="status" className="soft">
          {test.data && (
            <span className="worked">
              <CircleCheck aria-hidden="true" />
              {t('sites.agents.works', { name: test.data.name, tools: test.data.tools, ms: test.data.ms })}
            </span>
          )}
        </span>
      </div>
      {test.error && <ErrorNote error={test.error} />}
    </section>
  );
};

const Secret = ({ label, value, hint }: { label: string; value: string; hint: string }) => {
  const t = useText();
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
          <button
            type="button"
            className="button"
            aria-label={`${t(isShown ? 'common.hide' : 'common.reveal')}: ${label}`}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? 'common.hide' : 'common.reveal')}
          </button>
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
      <Connect url={`${location.origin}/mcp/${data.mcp_token}`} key={data.mcp_token} />
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
