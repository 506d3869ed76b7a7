import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, type OutputOf } from '../../../client/index.ts';
import { Form, SelectField, Switch } from '../../kit/form.tsx';
import { Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { useSearch } from '../../kit/router/router.ts';
import { EmptyState, Signpost, Waiting } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { type Site, useSiteQueries } from '../sites/data.ts';
import { readConnectSearch } from './search.ts';

type Asked = OutputOf<'readOAuthRequest'>;
type Scope = Asked['scopes'][number];

interface ConsentProps {
  request: string;
  asked: Asked;
  sites: readonly Site[];
}

const Consent = ({ request, asked, sites }: ConsentProps) => {
  const { workspace, service } = useWorkspace();
  const [site_id, setSite] = useState(sites[0]?.id ?? '');
  const [scopes, setScopes] = useState<readonly Scope[]>(asked.scopes);
  const allow = useMutation({
    mutationFn: () => service.createConnection({ site_id, body: { request, scopes: [...scopes] } }),
    onSuccess: ({ redirect_to }) => location.assign(redirect_to),
  });
  const [isDenied, setDenied] = useState(false);
  const deny = () => {
    setDenied(true);
    location.assign(asked.deny_to);
  };
  const toggle = (scope: Scope) =>
    setScopes((now) => (now.includes(scope) ? now.filter((one) => one !== scope) : [...now, scope]));
  // An editor's address opens the editor, and this page stays.
  const left = isDenied ? asked.deny_to : allow.data?.redirect_to;
  if (left !== undefined)
    return (
      <div className="card stack narrow">
        <p role="status">{t(isDenied ? 'connect.denied' : 'connect.allowed', { client: asked.client_name })}</p>
        <p>
          <a href={left}>{t('connect.back', { client: asked.client_name })}</a>
        </p>
      </div>
    );
  return (
    <Form
      className="card stack narrow"
      action={t('connect.allow')}
      isDisabled={allow.isPending}
      onSubmit={allow.mutate}
      onCancel={deny}
      error={allow.error}
    >
      <p>{t('connect.who', { client: asked.client_name, workspace: workspace.name })}</p>
      <p className="callout">
        {asked.on_own_machine ? t('connect.own_machine') : t('connect.goes_to', { host: asked.redirect_host })}
      </p>
      <SelectField
        label={t('connect.site')}
        hint={t('connect.site.hint')}
        value={site_id}
        onChange={({ target }) => setSite(target.value)}
        options={sites.map(({ id, name }) => [id, name])}
      />
      {asked.scopes.map((scope) => (
        <Switch
          key={scope}
          label={t(`connect.scope.${scope}`)}
          hint={t(`connect.scope.${scope}.hint`)}
          checked={scopes.includes(scope)}
          disabled={scope === 'read'}
          onChange={() => toggle(scope)}
        />
      ))}
      <p className="fine">{t('connect.role')}</p>
    </Form>
  );
};

const Invalid = () => (
  <Signpost
    title={t('connect.invalid')}
    what={t('connect.invalid.what')}
    to="/inbox"
    back={t('shell.go_inbox')}
    look="button"
  />
);

const Open = ({ request }: { request: string }) => {
  const { workspace, service } = useWorkspace();
  const query = useQuery({
    queryKey: ['connect', request],
    queryFn: ({ signal }) => service.readOAuthRequest({ body: { request } }, { signal }),
  });
  const sites = useQuery(useSiteQueries().all);
  const { error } = query;
  if (error instanceof ApiError && error.status < 500 && error.status !== 429) return <Invalid />;
  if (!query.data) return <Waiting query={query} />;
  if (!sites.data) return <Waiting query={sites} />;
  const add = workspace.role !== 'GUEST' && (
    <Link to="/sites/new" className="button primary">
      {t('common.add_site')}
    </Link>
  );
  return (
    <Page title={t('connect.title', { client: query.data.client_name })}>
      {sites.data.length === 0 ? (
        <EmptyState title={t(add ? 'connect.no_site' : 'sites.empty.guest.title')} action={add}>
          {t(add ? 'connect.no_site.what' : 'connect.no_site.guest', { workspace: workspace.name })}
        </EmptyState>
      ) : (
        <Consent request={request} asked={query.data} sites={sites.data} key={workspace.id} />
      )}
    </Page>
  );
};

export const ConnectPage = () => {
  const { request } = useSearch(readConnectSearch);
  return request === undefined ? <Invalid /> : <Open request={request} />;
};
