import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../../client/index.ts';
import { Card } from '../../kit/card.tsx';
import { SelectField, Switch } from '../../kit/form.tsx';
import { Waiting } from '../../kit/states.tsx';
import { notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { listAllSites } from '../sites/all-sites.ts';

type Settings = OutputOf<'getNotificationSettings'>;
type Event = keyof Settings['ways'];
type Way = Settings['ways'][Event];

const WAYS: readonly Way[] = ['mail', 'daily', 'app', 'off'];
const ALL = '';
const INHERITED = '';

interface Change {
  mail?: boolean;
  site_id?: string;
  ways?: Partial<Record<Event, Way | null>>;
}

export const NotificationsCard = () => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const ws_id = workspace.id;
  const queryKey = [ws_id, 'notifications', 'settings'];
  const [site, setSite] = useState(ALL);
  const settings = useQuery({
    queryKey,
    queryFn: ({ signal }) => service.getNotificationSettings({ ws_id }, { signal }),
  });
  const sites = useQuery({
    queryKey: [ws_id, 'sites', 'named'],
    queryFn: ({ signal }) => listAllSites(service, { signal }),
  });
  const change = useMutation({
    // One after the other, so that the last answer has them all.
    scope: { id: 'notification-settings' },
    mutationFn: (body: Change) => service.patchNotificationSettings({ ws_id, body }),
    onSuccess: (changed) => queries.setQueryData<Settings>(queryKey, changed),
    onError: notifyError,
  });
  const { data } = settings;
  /** Shown before it is confirmed: at once, or a switch would jump back for a moment. */
  const [asked, setAsked] = useState<Change>();
  const send = (body: Change) => {
    const { ways, ...others } = asked ?? {};
    const isSameSite = others.site_id === body.site_id;
    setAsked(
      body.ways ? { ...others, ...body, ways: { ...(isSameSite && ways), ...body.ways } } : { ...asked, ...body },
    );
    // Only the last of several calls this.
    change.mutate(body, { onSettled: () => setAsked(undefined) });
  };
  const isAsked = (asked?.site_id ?? ALL) === site;
  const own = data?.sites.find(({ site_id }) => site_id === site)?.ways;
  const wayOf = (event: Event, { ways }: Settings) => {
    if (isAsked && asked?.ways && event in asked.ways) return asked.ways[event];
    return site === ALL ? ways[event] : own?.[event];
  };
  const options = WAYS.map((way) => [way, t(`notifications.way.${way}`)] as const);
  const choose = (event: Event, value: string) => {
    const way = WAYS.find((one) => one === value) ?? null;
    send({ ...(site !== ALL && { site_id: site }), ways: { [event]: way } });
  };
  return (
    <Card id="notifications" title={t('bell.title')} lead={t('notifications.lead', { workspace: workspace.name })}>
      {!data && <Waiting query={settings} />}
      {data && (
        <>
          <Switch
            label={t('notifications.mail')}
            hint={t(data.mail_blocked ? `notifications.mail.${data.mail_blocked}` : 'notifications.mail.hint')}
            disabled={data.mail_blocked === 'bounced' || data.mail_blocked === 'complained'}
            checked={asked?.mail ?? data.mail}
            onChange={({ target }) => send({ mail: target.checked })}
          />
          <SelectField
            label={t('notifications.site')}
            hint={t('notifications.site.hint')}
            value={site}
            onChange={({ target }) => setSite(target.value)}
            options={[
              [ALL, t('common.all_sites')],
              ...(sites.data?.items ?? []).map(({ id, name }) => [id, name] as const),
            ]}
          />
          {(Object.keys(data.ways) as Event[]).map((event) => (
            <SelectField
              key={event}
              label={t(`notifications.event.${event}`)}
              value={wayOf(event, data) ?? INHERITED}
              onChange={({ target }) => choose(event, target.value)}
              options={
                site === ALL
                  ? options
                  : [
                      [
                        INHERITED,
                        t('notifications.way.inherited', { way: t(`notifications.way.${data.ways[event]}`) }),
                      ] as const,
                      ...options,
                    ]
              }
            />
          ))}
        </>
      )}
    </Card>
  );
};
