import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { EmptyState, Waiting } from '../../../kit/states.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { useWebhookQueries } from './data.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

export const WebhooksTab = () => {
  const { workspace } = useWorkspace();
  const { data: webhooks, error, refetch } = useQuery(useWebhookQueries().all);
  const [isMaking, setMaking] = useState(false);
  const isOwner = workspace.role === 'OWNER';
  const lead = t(isOwner ? 'webhooks.lead' : 'webhooks.owners_make');
  const add = isOwner && !isMaking && (
    <Button look="primary" icon={WebhookIcon} onClick={() => setMaking(true)}>
      {t('webhooks.new')}
    </Button>
  );
  return (
    <div className="stack">
      {isMaking && <WebhookForm onClose={() => setMaking(false)} />}
      {(error || !webhooks) && <Waiting query={{ error, refetch }} lines={4} />}
      {webhooks?.length === 0 && !isMaking && (
        <EmptyState title={t('webhooks.none')} action={add}>
          {lead}
        </EmptyState>
      )}
      {webhooks && webhooks.length > 0 && (
        <>
          <div className="row spread">
            <p className="soft grow">{lead}</p>
            {add}
          </div>
          {webhooks.map((one) => (
            <WebhookCard key={one.id} webhook={one} />
          ))}
        </>
      )}
    </div>
  );
};
