import { type ReactNode, useState } from 'react';
import { useText } from '../words/messages.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** The button's label, a verb. */
  action: string;
  run: () => Promise<unknown>;
  /** Whether the button is enabled. */
  isReady?: boolean;
  onClose: () => void;
}

/** Asks before an irreversible action; if it fails, stays open and shows why. */
export const Confirm = ({ title, children, action, run, isReady = true, onClose }: Props) => {
  const t = useText();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const go = async () => {
    setRunning(true);
    setError(undefined);
    try {
      await run();
      onClose();
    } catch (refused) {
      setError(refused);
      setRunning(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose} alert>
      <div className="dialog-body">{children}</div>
      {error !== undefined && <ErrorNote error={error} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('common.cancel')}
        </button>
        <button type="button" className="button danger" disabled={isRunning || !isReady} onClick={() => void go()}>
          {action}
        </button>
      </div>
    </Dialog>
  );
};
