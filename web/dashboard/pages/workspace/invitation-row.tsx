import { CopyButton } from '../../kit/copy-button.tsx';
import { Day, Time } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import type { Invitation } from './data.ts';
import { GrantedSites } from './grants.tsx';
import { RoleTag } from './role-tag.tsx';

const TONES = { pending: '', sent: 'good', failed: 'warn', suppressed: 'warn' } as const;

interface Props {
  invitation: Invitation;
  mayChange: boolean;
  isSending: boolean;
  onResend: () => void;
  onInviteAgain: () => void;
  onRevoke: () => void;
}

export const InvitationRow = ({ invitation: one, mayChange, isSending, onResend, onInviteAgain, onRevoke }: Props) => {
  const t = useText();
  const isOpen = one.status === 'open';
  const { mail_status } = one;
  const undelivered = isOpen && (mail_status === 'suppressed' || mail_status === 'failed') && mail_status;
  return (
    <li className="member">
      <div className="member-who">
        <strong>{one.email}</strong> <RoleTag role={one.role} />{' '}
        {isOpen ? (
          <span className={`tag ${TONES[mail_status]}`}>{t(`invitation.mail.${mail_status}`)}</span>
        ) : (
          <span className="tag">{t(`invitation.state.${one.status}`)}</span>
        )}
        <p className="fine">
          {t('invitation.invited_by', { name: one.invited_by_name || t('invitation.somebody') })}{' '}
          <Time at={one.created_at} />
          {(isOpen || one.status === 'expired') && (
            <>
              {' · '}
              {t(isOpen ? 'invitation.until' : 'invitation.ended')} <Day at={one.expires_at} />
            </>
          )}
        </p>
        {one.role === 'GUEST' && (
          <p className="fine">
            <GrantedSites grants={one.site_grants} />
          </p>
        )}
        {undelivered && <p className="callout">{t(`invitation.mail.${undelivered}.hint`)}</p>}
      </div>
      {isOpen && mayChange && (
        <div className="member-do">
          {one.link && <CopyButton text={one.link} label={t('invitation.copy_link')} of={one.email} />}
          <button
            type="button"
            className="button"
            aria-label={`${t('invitation.resend')}: ${one.email}`}
            disabled={isSending}
            onClick={onResend}
          >
            {t('invitation.resend')}
          </button>
          <button
            type="button"
            className="button danger-quiet"
            aria-label={`${t('invitation.revoke')}: ${one.email}`}
            onClick={onRevoke}
          >
            {t('invitation.revoke')}
          </button>
        </div>
      )}
      {mayChange && (one.status === 'expired' || one.status === 'revoked') && (
        <div className="member-do">
          <button
            type="button"
            className="button"
            aria-label={`${t('invitation.again')}: ${one.email}`}
            disabled={isSending}
            onClick={onInviteAgain}
          >
            {t('invitation.again')}
          </button>
        </div>
      )}
    </li>
  );
};
