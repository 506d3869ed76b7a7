import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { Card } from '../../kit/card.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { AskFirst } from '../../kit/dialog.tsx';
import { Time } from '../../kit/formats.tsx';
import { refetchIfGone, Waiting } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { connectVsCode } from './connect.ts';
import { type Site, useSiteQueries } from './data.ts';

type Connected = OutputOf<'listConnections'>['items'][number];

const CLIENTS = ['claude', 'claude_code', 'cursor', 'vscode'] as const;

export const ConnectByAddress = () => {
  const url = `${location.origin}/mcp`;
  return (
    <Card title={t('sites.sign_in.title')} lead={t('sites.sign_in.lead')}>
      <CodeBlock text={url} label={t('sites.sign_in.address')} />
      <ul className="stack tight">
        {CLIENTS.map((client) => (
          <li key={client}>{t(`sites.sign_in.${client}`)}</li>
        ))}
      </ul>
      <CodeBlock text={connectVsCode(url)} label="VS Code" />
    </Card>
  );
};

const Client = ({ one, revoke }: { one: Connected; revoke: () => Promise<void> }) => {
  const { me } = useWorkspace();
  const hosts = new Set([one.redirect_host, one.client_host]);
  const scopes = one.scopes.map((scope) => t(`connect.scope.${scope}`)).join(', ');
  return (
    <li className="row spread person">
      <div>
        <strong>{one.client_name}</strong>
        <p className="fine">
          {[...hosts, one.user_id === me ? t('sites.clients.you') : one.user_name, scopes].filter(Boolean).join(' · ')}
        </p>
        <p className="fine">
          {t('sites.clients.since')} <Time at={one.created_at} />
          {one.last_used_at && (
            <>
              {' · '}
              {t('sites.clients.used')} <Time at={one.last_used_at} />
            </>
          )}
        </p>
      </div>
      <AskFirst
        label={t('sites.clients.revoke')}
        of={one.client_name}
        title={t('sites.clients.revoke.title', { client: one.client_name })}
        run={revoke}
      >
        <p>{t('sites.clients.revoke.what')}</p>
      </AskFirst>
    </li>
  );
};

export const ConnectedClients = ({ site }: { site: Site }) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const query = useSiteQueries().connections(site.id);
  const { data, error, refetch } = useQuery(query);
  const revoke = async ({ id }: Connected) => {
    await service
      .revokeConnection({ site_id: site.id, connection_id: id })
      .catch(refetchIfGone(queries, query.queryKey));
    await queries.invalidateQueries({ queryKey: query.queryKey }).catch(notifyError);
    notify(t('sites.clients.revoked'));
  };
  const lead = t(workspace.role === 'OWNER' ? 'sites.clients.lead.all' : 'sites.clients.lead');
  return (
    <Card title={t('sites.clients.title')} lead={lead}>
      {(error || !data) && <Waiting query={{ error, refetch }} lines={2} />}
      {data?.length === 0 && <p className="soft">{t('sites.clients.empty')}</p>}
      {data && data.length > 0 && (
        <ul className="people">
          {data.map((one) => (
            <Client key={one.id} one={one} revoke={() => revoke(one)} />
          ))}
        </ul>
      )}
    </Card>
  );
};
