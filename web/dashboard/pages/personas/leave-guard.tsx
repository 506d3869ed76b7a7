import { useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { useText } from '../../words/messages.ts';

/** Asks before leaving unsaved changes. A reload needs no question: the draft survives it. */
export const LeaveGuard = ({ isChanged, putAway }: { isChanged: boolean; putAway: () => void }) => {
  const t = useText();
  const blocker = useBlocker({
    // Navigating within the page doesn't leave it.
    shouldBlockFn: useCallback(({ current, next }) => current.pathname !== next.pathname, []),
    enableBeforeUnload: false,
    disabled: !isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const leave = async () => {
    putAway();
    blocker.proceed();
  };
  return (
    <Confirm title={t('personas.leave')} action={t('personas.leave.action')} run={leave} onClose={blocker.reset}>
      <p>{t('personas.leave.what')}</p>
    </Confirm>
  );
};
