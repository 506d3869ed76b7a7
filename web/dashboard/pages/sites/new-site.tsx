import './sites.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withScheme } from '../../kit/address.ts';
import { useStoredDraft } from '../../kit/drafts.ts';
import { Form, fieldsOf, TextField } from '../../kit/form.tsx';
import { useIsHere } from '../../kit/here.ts';
import { Back, Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { navigate } from '../../kit/router/router.ts';
import { EmptyState } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';

const hostOf = (text: string): string => URL.parse(withScheme(text))?.hostname.replace(/^www\./, '') ?? '';

const EMPTY = { url: '', name: '' };

const NewSiteForm = () => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { draft, setDraft, discard } = useStoredDraft(`new-site.${workspace.id}`, EMPTY);
  const suggested = hostOf(draft.url);
  const isHere = useIsHere();
  const create = useMutation({
    mutationFn: () =>
      service.createSite({ body: { url: withScheme(draft.url), name: draft.name.trim() || suggested } }),
    onSuccess: async (site) => {
      discard();
      queries.setQueryData([workspace.id, 'sites', site.id], site);
      void queries.invalidateQueries({ queryKey: [workspace.id, 'sites'], exact: true });
      if (isHere()) await navigate({ to: '/sites/$siteId', params: { siteId: site.id } });
      else notify(t('sites.created', { name: site.name }));
    },
    onError: (error) => {
      if (!isHere()) notifyError(error);
    },
  });
  const field = fieldsOf(draft, setDraft, create.error);
  return (
    <Form
      className="card stack narrow"
      action={t('sites.create')}
      isDisabled={create.isPending}
      onSubmit={create.mutate}
      onCancel={() => {
        discard();
        void navigate({ to: '/sites' });
      }}
      error={create.error}
    >
      <TextField
        label={t('sites.url')}
        hint={t('sites.url.hint')}
        {...field('url')}
        placeholder="https://www.example.com"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        required
        autoFocus
      />
      <TextField
        label={t('sites.name')}
        hint={t('sites.name.hint')}
        {...field('name', LIMITS.createSite.name)}
        optional={suggested !== ''}
        placeholder={suggested}
        required={suggested === ''}
      />
    </Form>
  );
};

export const NewSitePage = () => {
  const { workspace } = useWorkspace();
  const above = <Back to="/sites">{t('shell.sites')}</Back>;
  if (workspace.role === 'GUEST')
    return (
      <Page title={t('common.add_site')} above={above}>
        <EmptyState
          title={t('sites.new.guest.title')}
          action={
            <Link to="/sites" className="button primary">
              {t('shell.go_sites')}
            </Link>
          }
        >
          <p>{t('sites.new.guest')}</p>
        </EmptyState>
      </Page>
    );
  return (
    <Page title={t('common.add_site')} lead={t('sites.new.lead')} above={above}>
      <NewSiteForm />
    </Page>
  );
};
