import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../kit/button.tsx';
import { formatNumber, Time } from '../../../kit/formats.tsx';
import { PagedList } from '../../../kit/paged-list.tsx';
import { Said } from '../../../kit/said.tsx';
import { timeZone } from '../../../kit/time-zone.ts';
import { notify, notifyError } from '../../../kit/toast.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { currentLocale, t } from '../../../words/messages.ts';
import { type Delivery, useWebhookQueries, type Webhook } from './data.ts';

const TONES = { pending: '', delivered: 'good', failed: 'warn', canceled: '' } as const;

const Milliseconds = ({ ms }: { ms: number }) => <>{formatNumber(ms, { style: 'unit', unit: 'millisecond' })}</>;

const Exact = ({ at }: { at: string }) => (
  <>
    {new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'short', timeStyle: 'short', timeZone: timeZone() }).format(
      Number(at),
    )}
  </>
);

const Attempts = ({ one }: { one: Delivery }) => (
  <p className="fine">
    <Time at={one.created_at} /> · {t('webhooks.attempts', { count: one.attempts })}
    {one.http_status !== null && <> · {t('webhooks.http_status', { status: one.http_status })}</>}
    {one.duration_ms !== null && (
      <>
        {' · '}
        <Milliseconds ms={one.duration_ms} />
      </>
    )}
    {one.next_attempt_at && one.attempts > 0 && (
      <>
        {' · '}
        {t('webhooks.next')} <Exact at={one.next_attempt_at} />
      </>
    )}
  </p>
);

const DeliveryRow = ({ one, send }: { one: Delivery; send: (() => void) | undefined }) => (
  <li className="row spread person member">
    <div className="member-who">
      <strong>{t(`webhooks.event.${one.event_type}`)}</strong>{' '}
      <span className={`tag ${TONES[one.state]}`}>{t(`webhooks.state.${one.state}`)}</span>
      <Attempts one={one} />
      {one.reason && (
        <p className="fine">
          <Said text={one.reason} codes={one.reason_codes} />
        </p>
      )}
      <details className="fine">
        <summary>{t('webhooks.payload')}</summary>
        <p>
          <code>{one.payload}</code>
        </p>
      </details>
    </div>
    {send && (
      <div className="row tight member-do">
        <Button aria-label={`${t('common.send_again')}: ${one.id}`} onClick={send}>
          {t('common.send_again')}
        </Button>
      </div>
    )}
  </li>
);

export const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const query = useWebhookQueries().deliveries(webhook.id);
  const list = useInfiniteQuery(query);
  const again = useMutation({
    mutationFn: (delivery_id: string) =>
      service.sendWebhookAgain({ ws_id: workspace.id, webhook_id: webhook.id, delivery_id }),
    onSuccess: async () => {
      notify(t('webhooks.again.done'));
      await queries.invalidateQueries({ queryKey: query.queryKey });
    },
    onError: notifyError,
  });
  const canSend = ({ state, event_type }: Delivery) =>
    state !== 'pending' && (webhook.active || event_type === 'webhook.test');
  return (
    <PagedList list={list} className="people" lines={3} empty={<p className="soft">{t('webhooks.log.empty')}</p>}>
      {(one) => <DeliveryRow key={one.id} one={one} send={canSend(one) ? () => again.mutate(one.id) : undefined} />}
    </PagedList>
  );
};
