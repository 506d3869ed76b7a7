import './sites.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { withScheme } from '../../kit/address.ts';
import { Back } from '../../kit/back.tsx';
import { fieldError, TextField } from '../../kit/field.tsx';
import { FormError } from '../../kit/form-error.tsx';
import { Page } from '../../kit/page.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';

const hostOf = (text: string): string => URL.parse(withScheme(text))?.hostname.replace(/^www\./, '') ?? '';

const NewSiteForm = () => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const suggested = hostOf(url);
  const create = useMutation({
    mutationFn: () => service.createSite({ body: { url: withScheme(url), name: name.trim() || suggested } }),
    onSuccess: async (site) => {
      queries.setQueryData([workspace.id, 'sites', site.id], site);
      void queries.invalidateQueries({ queryKey: [workspace.id, 'sites'], exact: true });
      await navigate({ to: '/sites/$siteId', params: { siteId: site.id } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className="card stack narrow" onSubmit={submit}>
      <TextField
        label={t('sites.url')}
        hint={t('sites.url.hint')}
        error={fieldError(create.error, 'url')}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
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
        optional={suggested !== ''}
        error={fieldError(create.error, 'name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        placeholder={suggested}
        maxLength={LIMITS.createSite.name}
        required={suggested === ''}
      />
      <FormError error={create.error} />
      <div className="row">
        <button type="submit" className="button primary" disabled={create.isPending}>
          {t('sites.create')}
        </button>
        <Link to="/sites" className="button quiet">
          {t('common.cancel')}
        </Link>
      </div>
    </form>
  );
};

export const NewSitePage = () => {
  const t = useText();
  const { workspace } = useWorkspace();
  return (
    <Page title={t('sites.new')} lead={t('sites.new.lead')} above={<Back to="/sites">{t('sites.title')}</Back>}>
      {workspace.role === 'GUEST' ? <p className="callout narrow">{t('sites.new.guest')}</p> : <NewSiteForm />}
    </Page>
  );
};
