import { DoorClosed } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { navigate } from '../kit/router/router.ts';
import { chooseWorkspace, useWorkspace } from '../session/workspace.tsx';
import { t } from '../words/messages.ts';

export const LostWorkspace = () => {
  const { workspace } = useWorkspace();
  const leave = () => {
    chooseWorkspace('');
    void navigate({ to: '/inbox' });
  };
  return (
    <div className="offline">
      <DoorClosed aria-hidden="true" /> <p>{t('shell.lost', { name: workspace.name })}</p>
      <Button onClick={leave}>{t('shell.lost.leave')}</Button>
    </div>
  );
};
