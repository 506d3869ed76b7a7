import { queryOptions } from '@tanstack/react-query';
import { ApiError, type OutputOf } from '../../../client/index.ts';
import { Day } from '../../kit/formats.tsx';
import { serviceFor } from '../../session/service.ts';
import { useText } from '../../words/messages.ts';

export type Preview = OutputOf<'previewInvitation'>;

/** Anyone with the link can read the preview. */
export const previewOf = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => serviceFor().previewInvitation({ token }, { signal }),
    staleTime: 60_000,
  });

/** Used, revoked, expired or mistyped: the service doesn't say which. */
export const isClosed = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 410);

export const Facts = ({ invitation }: { invitation: Preview }) => {
  const t = useText();
  return (
    <dl className="stack close invitation-facts">
      <div>
        <dt>{t('invitation.from')}</dt>
        <dd>{invitation.invited_by_name || t('invitation.somebody')}</dd>
      </div>
      <div>
        <dt>{t('invitation.for')}</dt>
        <dd>{invitation.email_hint}</dd>
      </div>
      <div>
        <dt>{t('invitation.as')}</dt>
        <dd>
          {t(`shell.role.${invitation.role}`)}
          <small className="fine">{t(`invitation.as.${invitation.role}`)}</small>
        </dd>
      </div>
      <div>
        <dt>{t('invitation.until')}</dt>
        <dd>
          <Day at={invitation.expires_at} />
        </dd>
      </div>
    </dl>
  );
};
