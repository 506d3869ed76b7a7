import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useStoredDraft } from '../../../kit/drafts.ts';
import { Form, fieldsOf, SelectField, TextField } from '../../../kit/form.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { EVENT_TYPES } from '../../../words/enums.generated.ts';
import { LIMITS } from '../../../words/limits.generated.ts';
import { t } from '../../../words/messages.ts';
import { useSiteQueries } from '../../sites/data.ts';
import { type EventType, useWebhookQueries, type Webhook } from './data.ts';

interface Draft {
  url: string;
  site_id: string;
  description: string;
  events: readonly EventType[];
}

const draftOf = (webhook: Webhook | undefined): Draft => ({
  url: webhook?.url ?? '',
  site_id: webhook?.site_id ?? '',
  description: webhook?.description ?? '',
  events: webhook?.events ?? EVENT_TYPES,
});

const EventPicker = ({ chosen, onChange }: { chosen: readonly EventType[]; onChange: (now: EventType[]) => void }) => (
  <fieldset className="choices">
    <legend>{t('webhooks.events')}</legend>
    {EVENT_TYPES.map((type) => (
      <label key={type}>
        <input
          type="checkbox"
          checked={chosen.includes(type)}
          onChange={({ target }) =>
            onChange(EVENT_TYPES.filter((one) => (one === type ? target.checked : chosen.includes(one))))
          }
        />
        <span>
          {t(`webhooks.event.${type}`)} <small>{type}</small>
        </span>
      </label>
    ))}
    {chosen.length === 0 && <p className="fine">{t('webhooks.events.none')}</p>}
  </fieldset>
);

/** Without a webhook it creates one. The site of one can't be changed. */
export const WebhookForm = ({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useWebhookQueries().all;
  const { data: sites = [] } = useQuery(useSiteQueries().all);
  const ws_id = workspace.id;
  const { draft, setDraft, discard } = useStoredDraft(`webhook.${webhook?.id ?? ws_id}`, draftOf(webhook));
  const close = () => {
    discard();
    onClose();
  };
  const save = useMutation({
    mutationFn: () => {
      const { url, description, site_id, events } = draft;
      const body = { url: url.trim(), description: description.trim(), events: [...events] };
      return webhook
        ? service.patchWebhook({ ws_id, webhook_id: webhook.id, body })
        : service.createWebhook({ ws_id, body: { ...body, site_id: site_id || null } });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey });
      close();
    },
  });
  const field = fieldsOf(draft, setDraft, save.error);
  return (
    <Form
      className="card stack narrow"
      action={t(webhook ? 'common.save' : 'webhooks.create')}
      isDisabled={save.isPending || draft.events.length === 0}
      onSubmit={save.mutate}
      onCancel={close}
      error={save.error}
    >
      <h2>{t(webhook ? 'webhooks.edit' : 'webhooks.new')}</h2>
      <TextField
        label={t('webhooks.url')}
        hint={t('webhooks.url.hint')}
        type="url"
        placeholder="https://"
        {...field('url')}
        required
        autoFocus
        autoComplete="off"
      />
      <TextField
        label={t('webhooks.description')}
        optional
        {...field('description', LIMITS.createWebhook.description)}
        autoComplete="off"
      />
      {!webhook && (
        <SelectField
          label={t('webhooks.site')}
          {...field('site_id')}
          options={[['', t('common.all_sites')], ...sites.map(({ id, name }) => [id, name] as const)]}
        />
      )}
      <EventPicker chosen={draft.events} onChange={(events) => setDraft((now) => ({ ...now, events }))} />
    </Form>
  );
};
