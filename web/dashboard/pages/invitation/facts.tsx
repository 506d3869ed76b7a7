import { Day } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import type { Preview } from './preview.ts';

export const Facts = ({ invitation }: { invitation: Preview }) => {
  const t = useText();
  return (
    <dl className="invitation-facts">
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
