import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, type OutputOf } from '../../../client/index.ts';
import { Day } from '../../kit/formats.tsx';
import { serviceFor } from '../../session/service.ts';
import { t } from '../../words/messages.ts';

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

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="soft">{name}</dt>
    <dd>{children}</dd>
  </div>
);

export const Facts = ({ invitation: { invited_by_name, email_hint, role, expires_at } }: { invitation: Preview }) => (
  <dl className="stack close invitation-facts">
    <Row name={t('invitation.from')}>{invited_by_name || t('common.someone')}</Row>
    <Row name={t('invitation.for')}>{email_hint}</Row>
    <Row name={t('invitation.as')}>
      {t(`shell.role.${role}`)}
      <small className="fine">{t(`invitation.as.${role}`)}</small>
    </Row>
    <Row name={t('invitation.until')}>
      <Day at={expires_at} isExact />
    </Row>
  </dl>
);
