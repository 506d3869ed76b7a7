import { useEffect } from 'react';
import { CodeBlock } from '../../kit/code-block.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useText } from '../../words/messages.ts';

/** The example prompts for the token instead of containing it, which would leave it in the shell's history. */
const EXAMPLE = `read -rs SIDENOTE_TOKEN && curl -H "Authorization: Bearer $SIDENOTE_TOKEN" ${location.origin}/api/v1/sites`;

const asks = (event: BeforeUnloadEvent) => event.preventDefault();

interface Props {
  name: string;
  token: string;
  onClose: () => void;
}

/** The only time a token is shown: Escape, an outside click or a reload don't close it by accident. */
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
        <CodeBlock label={t('tokens.shown.use')} text={EXAMPLE} />
      </div>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onClose}>
          {t('tokens.shown.done')}
        </button>
      </div>
    </Dialog>
  );
};
