import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { withScheme } from '../../kit/address.ts';
import { Card } from '../../kit/card.tsx';
import { AskFirst } from '../../kit/dialog.tsx';
import { useStoredDraft } from '../../kit/drafts.ts';
import { FormError, fieldsOf, SaveBar, SelectField, Switch, submitting, TextArea, TextField } from '../../kit/form.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { WIDGET_LOCALES, WIDGET_POSITIONS } from '../../words/enums.generated.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';

const draftOf = ({ name, url, allowed_origins, widget, enforce_policy }: Site) => ({
  name,
  url,
  allowed_origins: allowed_origins.join('\n'),
  ...widget,
  enforce_policy,
});
type Draft = ReturnType<typeof draftOf>;

/** People paste URLs rather than origins; the service rejects everything else. */
const originOf = (text: string): string => {
  const known = URL.parse(withScheme(text));
  return known && /^https?:$/.test(known.protocol) ? known.origin : text;
};

const bodyOf = ({ name, url, allowed_origins, position, color, locale, anonymous_allowed, enforce_policy }: Draft) => ({
  name,
  url,
  allowed_origins: allowed_origins.split(/\s+/).filter(Boolean).map(originOf),
  widget: { position, color, locale, anonymous_allowed },
  enforce_policy,
});

const DeleteSite = ({ site }: { site: Site }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const run = async () => {
    await service.deleteSite({ site_id: site.id });
    await navigate({ to: '/sites' });
    queries.removeQueries({ queryKey: [workspace.id, 'sites', site.id] });
    await queries.invalidateQueries({ queryKey: [workspace.id, 'sites'] });
    notify(t('sites.deleted', { name: site.name }));
  };
  return (
    <Card title={t('sites.delete')} lead={t('sites.delete.lead')}>
      <AskFirst
        label={t('sites.delete')}
        title={t('sites.delete.title', { name: site.name })}
        action={t('common.delete')}
        run={run}
      >
        <p>{t('sites.delete.what')}</p>
      </AskFirst>
    </Card>
  );
};

export const SettingsTab = ({ site }: { site: Site }) => {
  const t = useText();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useSiteQueries().one(site.id);
  const { draft, setDraft, isChanged } = useStoredDraft(`site-settings.${site.id}`, draftOf(site));
  const patch = (body: ReturnType<typeof bodyOf>) => service.patchSite({ site_id: site.id, body });
  const shown = (fresh: Site) => {
    queries.setQueryData(queryKey, fresh);
    setDraft(draftOf(fresh));
    void queries.invalidateQueries({ queryKey: [workspace.id, 'sites'], exact: true });
  };
  const save = useMutation({
    mutationFn: () => patch(bodyOf(draft)),
    onSuccess: (fresh) => {
      const before = bodyOf(draftOf(site));
      shown(fresh);
      notify(t('common.saved'), () => patch(before).then(shown, notifyError));
    },
  });
  const field = fieldsOf(draft, setDraft, save.error);
  return (
    <div className="stack narrow">
      <form className="stack" onSubmit={submitting(save.mutate)}>
        <Card title={t('sites.settings.site')}>
          <TextField label={t('sites.name')} {...field('name', LIMITS.createSite.name)} required />
          <TextField label={t('sites.url')} {...field('url')} inputMode="url" required />
          <TextArea
            label={t('sites.origins.title')}
            hint={t('sites.origins.hint')}
            {...field('allowed_origins')}
            rows={3}
            spellCheck={false}
            required
          />
        </Card>
        <Card title={t('sites.settings.widget')}>
          <div className="two">
            <SelectField
              label={t('sites.position')}
              {...field('position')}
              options={WIDGET_POSITIONS.map((one) => [one, t(`sites.position.${one}`)])}
            />
            <SelectField
              label={t('sites.locale')}
              {...field('locale')}
              options={WIDGET_LOCALES.map((one) => [one, t(`sites.locale.${one}`)])}
            />
          </div>
          <TextField label={t('sites.color')} type="color" {...field('color')} />
          <Switch
            label={t('sites.anonymous')}
            hint={t('sites.anonymous.hint')}
            checked={draft.anonymous_allowed}
            onChange={({ target }) => setDraft({ ...draft, anonymous_allowed: target.checked })}
          />
        </Card>
        <Card title={t('sites.settings.agents')}>
          <Switch
            label={t('sites.enforce')}
            hint={t('sites.enforce.hint')}
            checked={draft.enforce_policy}
            onChange={({ target }) => setDraft({ ...draft, enforce_policy: target.checked })}
          />
        </Card>
        <FormError error={save.error} />
        <SaveBar isChanged={isChanged} isSaving={save.isPending} onCancel={() => setDraft(draftOf(site))} />
      </form>
      {workspace.role === 'OWNER' && <DeleteSite site={site} />}
    </div>
  );
};
