import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withScheme } from '../../kit/address.ts';
import { Card } from '../../kit/card.tsx';
import { AskFirst } from '../../kit/dialog.tsx';
import { changesIn, useStoredDraft } from '../../kit/drafts.ts';
import { FormError, fieldsOf, SaveBar, SelectField, Switch, submitting, TextArea, TextField } from '../../kit/form.tsx';
import { useIsHere } from '../../kit/here.ts';
import { navigate } from '../../kit/router/router.ts';
import { notify, notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import {
  WIDGET_ICONS,
  WIDGET_LOCALES,
  WIDGET_POSITIONS,
  WIDGET_RATINGS,
  WIDGET_THEMES,
} from '../../words/enums.generated.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';
import { QuestionsField } from './questions-field.tsx';
import { contrastOf, WidgetPreview } from './widget-preview.tsx';

const draftOf = ({ name, url, allowed_origins, widget, enforce_policy }: Site) => ({
  name,
  url,
  allowed_origins: allowed_origins.join('\n'),
  ...widget,
  label: widget.label ?? '',
  icon: widget.icon ?? 'bubble',
  theme: widget.theme ?? 'auto',
  rating: widget.rating ?? 'none',
  questions: widget.questions ?? [],
  enforce_policy,
});
type Draft = ReturnType<typeof draftOf>;

/** People paste URLs rather than origins; the service rejects everything else. */
const originOf = (text: string): string => {
  const known = URL.parse(withScheme(text));
  return known && /^https?:$/.test(known.protocol) ? known.origin : text;
};

const bodyOf = ({ name, url, allowed_origins, enforce_policy, ...widget }: Draft) => ({
  name,
  url,
  allowed_origins: allowed_origins.split(/\s+/).filter(Boolean).map(originOf),
  widget: {
    ...widget,
    questions: widget.questions.map((question) => ({
      ...question,
      options: question.kind === 'choice' ? question.options.map((one) => one.trim()).filter(Boolean) : [],
    })),
  },
  enforce_policy,
});

const changesOf = (to: Draft, from: Draft) => {
  const [{ widget, ...fields }, { widget: widgetBefore, ...before }] = [bodyOf(to), bodyOf(from)];
  return { ...changesIn(fields, before), widget: changesIn(widget, widgetBefore) };
};

/** Below, WCAG calls a control hard to see. */
const FAINT = 3;

const DeleteSite = ({ site }: { site: Site }) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const isHere = useIsHere();
  const run = async () => {
    await service.deleteSite({ site_id: site.id });
    if (isHere()) await navigate({ to: '/sites' });
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
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useSiteQueries().one(site.id);
  const saved = draftOf(site);
  const { draft, setDraft, isChanged, showSaved } = useStoredDraft(`site-settings.${site.id}`, saved);
  const patch = (to: Draft, from: Draft) => service.patchSite({ site_id: site.id, body: changesOf(to, from) });
  const show = (fresh: Site, sent?: Draft) => {
    queries.setQueryData(queryKey, fresh);
    showSaved(draftOf(fresh), sent);
    void queries.invalidateQueries({ queryKey: [workspace.id, 'sites'], exact: true });
  };
  const save = useMutation({
    mutationFn: ({ to, from }: { to: Draft; from: Draft }) => patch(to, from),
    onSuccess: (fresh, { to, from }) => {
      show(fresh, to);
      notify(t('common.saved'), () => patch(from, to).then((former) => show(former), notifyError));
    },
  });
  const field = fieldsOf(draft, setDraft, save.error);
  const ofWidget = fieldsOf(draft, setDraft, save.error, 'widget');
  const contrast = contrastOf(draft.color);
  return (
    <div className="stack narrow">
      <form className="stack" onSubmit={submitting(() => save.mutate({ to: draft, from: saved }))}>
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
              {...ofWidget('position')}
              options={WIDGET_POSITIONS.map((one) => [one, t(`sites.position.${one}`)])}
            />
            <SelectField
              label={t('common.language')}
              {...ofWidget('locale')}
              options={WIDGET_LOCALES.map((one) => [one, t(`sites.locale.${one}`)])}
            />
          </div>
          <div className="two">
            <TextField
              label={t('sites.label')}
              hint={t('sites.label.hint')}
              {...ofWidget('label', LIMITS.createSite.widget.label)}
            />
            <SelectField
              label={t('sites.icon')}
              {...ofWidget('icon')}
              options={WIDGET_ICONS.map((one) => [one, t(`sites.icon.${one}`)])}
            />
          </div>
          <div className="two">
            <TextField
              label={t('sites.color')}
              type="color"
              hint={t(contrast.page < FAINT ? 'sites.color.faint' : 'sites.color.contrast', {
                ratio: contrast.text.toFixed(1),
              })}
              {...ofWidget('color')}
            />
            <SelectField
              label={t('sites.theme')}
              {...ofWidget('theme')}
              options={WIDGET_THEMES.map((one) => [one, t(`sites.theme.${one}`)])}
            />
          </div>
          <WidgetPreview {...draft} />
          <Switch
            label={t('sites.anonymous')}
            hint={t('sites.anonymous.hint')}
            checked={draft.anonymous_allowed}
            onChange={({ target }) => setDraft({ ...draft, anonymous_allowed: target.checked })}
          />
        </Card>
        <Card title={t('sites.settings.questions')} lead={t('sites.settings.questions.lead')}>
          <SelectField
            label={t('sites.rating')}
            {...ofWidget('rating')}
            options={WIDGET_RATINGS.map((one) => [one, t(`sites.rating.${one}`)])}
          />
          <QuestionsField questions={draft.questions} onChange={(questions) => setDraft({ ...draft, questions })} />
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
        <SaveBar isChanged={isChanged} isSaving={save.isPending} onCancel={() => setDraft(saved)} />
      </form>
      {workspace.role === 'OWNER' && <DeleteSite site={site} />}
    </div>
  );
};
