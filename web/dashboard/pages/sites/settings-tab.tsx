import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { withScheme } from '../../kit/address.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { fieldError, SelectField, Switch, TextArea, TextField } from '../../kit/field.tsx';
import { FormError } from '../../kit/form-error.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { useStoredDraft } from '../../kit/stored-draft.ts';
import { notify, notifyError } from '../../kit/toast.ts';
import { WIDGET_LOCALES, WIDGET_POSITIONS } from '../../words/enums.generated.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';

const draftOf = ({ name, url, allowed_origins, widget }: Site) => ({
  name,
  url,
  allowed_origins: allowed_origins.join('\n'),
  ...widget,
});
type Draft = ReturnType<typeof draftOf>;

/** People paste URLs rather than origins; the service rejects everything else. */
const originOf = (text: string): string => {
  const known = URL.parse(withScheme(text));
  return known && /^https?:$/.test(known.protocol) ? known.origin : text;
};

const bodyOf = ({ name, url, allowed_origins, position, color, locale, anonymous_allowed }: Draft) => ({
  name,
  url,
  allowed_origins: allowed_origins.split(/\s+/).filter(Boolean).map(originOf),
  widget: { position, color, locale, anonymous_allowed },
});

const DeleteSite = ({ site }: { site: Site }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const [isAsking, setAsking] = useState(false);
  const run = async () => {
    await service.deleteSite({ site_id: site.id });
    await navigate({ to: '/sites' });
    queries.removeQueries({ queryKey: [workspace.id, 'sites', site.id] });
    await queries.invalidateQueries({ queryKey: [workspace.id, 'sites'] });
    notify(t('sites.deleted', { name: site.name }));
  };
  return (
    <section className="card stack">
      <div>
        <h2>{t('sites.delete')}</h2>
        <p className="soft">{t('sites.delete.lead')}</p>
      </div>
      <div>
        <button type="button" className="button danger-quiet" onClick={() => setAsking(true)}>
          {t('sites.delete')}
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={t('sites.delete.title', { name: site.name })}
          action={t('common.delete')}
          run={run}
          onClose={() => setAsking(false)}
        >
          <p>{t('sites.delete.what')}</p>
        </Confirm>
      )}
    </section>
  );
};

export const SettingsTab = ({ site }: { site: Site }) => {
  const t = useText();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useSiteQueries().one(site.id);
  const { draft, setDraft, isChanged } = useStoredDraft(`site-settings.${site.id}`, draftOf(site));
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <div className="stack narrow">
      <form className="stack" onSubmit={submit}>
        <section className="card stack">
          <h2>{t('sites.settings.site')}</h2>
          <TextField
            label={t('sites.name')}
            error={fieldError(save.error, 'name')}
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
            maxLength={LIMITS.createSite.name}
            required
          />
          <TextField
            label={t('sites.url')}
            error={fieldError(save.error, 'url')}
            value={draft.url}
            onChange={(event) => set({ url: event.target.value })}
            inputMode="url"
            required
          />
          <TextArea
            label={t('sites.origins.title')}
            hint={t('sites.origins.hint')}
            error={fieldError(save.error, 'allowed_origins')}
            value={draft.allowed_origins}
            onChange={(event) => set({ allowed_origins: event.target.value })}
            rows={3}
            spellCheck={false}
            required
          />
        </section>
        <section className="card stack">
          <h2>{t('sites.settings.widget')}</h2>
          <div className="two">
            <SelectField
              label={t('sites.position')}
              value={draft.position}
              onChange={(event) => set({ position: event.target.value as Draft['position'] })}
            >
              {WIDGET_POSITIONS.map((one) => (
                <option key={one} value={one}>
                  {t(`sites.position.${one}`)}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t('sites.locale')}
              value={draft.locale}
              onChange={(event) => set({ locale: event.target.value as Draft['locale'] })}
            >
              {WIDGET_LOCALES.map((one) => (
                <option key={one} value={one}>
                  {t(`sites.locale.${one}`)}
                </option>
              ))}
            </SelectField>
          </div>
          <TextField
            label={t('sites.color')}
            type="color"
            value={draft.color}
            onChange={(event) => set({ color: event.target.value })}
          />
          <Switch
            label={t('sites.anonymous')}
            hint={t('sites.anonymous.hint')}
            checked={draft.anonymous_allowed}
            onChange={(event) => set({ anonymous_allowed: event.target.checked })}
          />
        </section>
        <FormError error={save.error} />
        <SaveBar isChanged={isChanged} isSaving={save.isPending} onCancel={() => setDraft(draftOf(site))} />
      </form>
      {workspace.role === 'OWNER' && <DeleteSite site={site} />}
    </div>
  );
};
