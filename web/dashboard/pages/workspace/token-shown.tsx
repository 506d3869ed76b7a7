import { useEffect } from 'react';
import { useText } from '../../app/messages.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';

const asks = (event: BeforeUnloadEvent) => event.preventDefault();

interface Props {
  name: string;
  token: string;
  onClose: () => void;
}

/** The one time that a token is shown: neither Escape, nor a click beside it, nor a reload ends that by accident. */
export const TokenShown = ({ name, token, onClose }: Props) => {
  const t = useText();
  useEffect(() => {
    window.addEventListener('beforeunload', asks);
    return () => window.removeEventListener('beforeunload', asks);
  }, []);
  return (
    <Dialog title={t('tokens.shown.title', { name })} onClose={onClose} alert held>
      <div className="dialog-body">
        <p>{t('tokens.shown.once')}</p>
        <div className="token-shown">
          <code>{token}</code>
          <CopyButton text={token} label={t('tokens.copy')} />
        </div>
        <p className="fine">
          {t('tokens.shown.use')} <code>Authorization: Bearer svat_…</code>
        </p>
      </div>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onClose}>
          {t('tokens.shown.done')}
        </button>
      </div>
    </Dialog>
  );
};
