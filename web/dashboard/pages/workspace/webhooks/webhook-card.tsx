import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { AskFirst } from '../../../kit/dialog.tsx';
import { Switch } from '../../../kit/form.tsx';
import { Time } from '../../../kit/formats.tsx';
import { refetchIfGone } from '../../../kit/states.tsx';
import { notify, notifyError } from '../../../kit/toast.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { useSiteQueries } from '../../sites/data.ts';
import { hostOf, useWebhookQueries, type Webhook } from './data.ts';
import { Deliveries } from './deliveries.tsx';
import { Secrets } from './secrets.tsx';
import { WebhookForm } from './webhook-form.tsx';

const useWebhookActions = (webhook: Webhook) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { all, deliveries } = useWebhookQueries();
  const ids = { ws_id: workspace.id, webhook_id: webhook.id };
  const reload = () => queries.invalidateQueries({ queryKey: all.queryKey });
  const activate = useMutation({
    mutationFn: (active: boolean) => service.patchWebhook({ ...ids, body: { active } }),
    onSuccess: reload,
    onError: notifyError,
  });
  const test = useMutation({
    mutationFn: () => service.testWebhook(ids),
    onSuccess: async () => {
      notify(t('webhooks.test.done'));
      await queries.invalidateQueries({ queryKey: deliveries(webhook.id).queryKey });
    },
    onError: notifyError,
  });
  const remove = async () => {
    await service.deleteWebhook(ids).catch(refetchIfGone(queries, all.queryKey));
    await reload();
    notify(t('webhooks.deleted', { host: hostOf(webhook) }));
  };
  return { activate, test, remove };
};

const Facts = ({ webhook }: { webhook: Webhook }) => {
  const { data: sites } = useQuery(useSiteQueries().all);
  const site = sites?.find(({ id }) => id === webhook.site_id)?.name;
  const events = webhook.events.map((type) => t(`webhooks.event.${type}`)).join(', ');
  return (
    <>
      <p className="fine">
        <code>{webhook.url}</code>
      </p>
      <p className="fine">
        {[webhook.site_id === null ? t('common.all_sites') : site, events].filter(Boolean).join(' · ')}
      </p>
      {webhook.switched_off && (
        <p className="callout">
          {t(`webhooks.off.${webhook.switched_off.why}`)} <Time at={webhook.switched_off.at} />
          <br />
          {t('webhooks.off.missed')}
        </p>
      )}
    </>
  );
};

export const WebhookCard = ({ webhook }: { webhook: Webhook }) => {
  const { workspace } = useWorkspace();
  const { activate, test, remove } = useWebhookActions(webhook);
  const [isEditing, setEditing] = useState(false);
  const isOwner = workspace.role === 'OWNER';
  const host = hostOf(webhook);
  if (isEditing) return <WebhookForm webhook={webhook} onClose={() => setEditing(false)} />;
  return (
    <section className="card stack" aria-label={webhook.description || host}>
      <div className="row spread">
        <div className="grow member-who">
          <h2>{webhook.description || host}</h2>
          <Facts webhook={webhook} />
        </div>
        <span className={`tag ${webhook.active ? 'good' : 'warn'}`}>
          {t(webhook.active ? 'webhooks.active' : 'webhooks.inactive')}
        </span>
      </div>
      {isOwner && (
        <Switch
          label={t('webhooks.deliver')}
          checked={activate.isPending ? activate.variables : webhook.active}
          disabled={activate.isPending}
          onChange={({ target }) => activate.mutate(target.checked)}
        />
      )}
      <div className="row">
        <Button disabled={test.isPending} aria-label={`${t('webhooks.test')}: ${host}`} onClick={() => test.mutate()}>
          {t('webhooks.test')}
        </Button>
        {isOwner && (
          <>
            <Button aria-label={`${t('webhooks.edit')}: ${host}`} onClick={() => setEditing(true)}>
              {t('webhooks.edit')}
            </Button>
            <AskFirst label={t('common.delete')} of={host} title={t('webhooks.delete.title', { host })} run={remove}>
              <p>{t('webhooks.delete.what')}</p>
            </AskFirst>
          </>
        )}
      </div>
      {isOwner && <Secrets webhook={webhook} />}
      <h3>{t('webhooks.log')}</h3>
      <Deliveries webhook={webhook} />
    </section>
  );
};
