import { type ReactNode, useState } from 'react';
import { t } from '../words/messages.ts';
import { Button } from './button.tsx';
import { TextField } from './form.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { ErrorNote } from './states.tsx';

export const Dialog = lazyComponent(async () => (await import('./dialog-frame.tsx')).DialogFrame, null);

interface ConfirmProps {
  title: string;
  children: ReactNode;
  action: string;
  run: () => Promise<unknown>;
  /** A name to type first, to avoid deleting the wrong one. */
  typed?: string;
  onClose: () => void;
}

export const Confirm = ({ title, children, action, run, typed = '', onClose }: ConfirmProps) => {
  const [name, setName] = useState('');
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
    <Dialog title={title} onClose={onClose} alert held={isRunning}>
      <div className="dialog-body">
        {children}
        {typed && (
          <TextField
            label={t('common.type_name', { name: typed })}
            value={name}
            onChange={({ target }) => setName(target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      <div className="dialog-actions">
        <Button disabled={isRunning} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button look="danger" disabled={isRunning || name.trim() !== typed.trim()} onClick={() => void go()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
};

interface AskFirstProps extends Omit<ConfirmProps, 'action' | 'onClose'> {
  label: string;
  of?: string;
  action?: string;
}

export const AskFirst = ({ label, of, action = label, ...confirm }: AskFirstProps) => {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        look="danger-quiet"
        aria-label={of === undefined ? undefined : `${label}: ${of}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {isAsking && <Confirm {...confirm} action={action} onClose={() => setAsking(false)} />}
    </>
  );
};
