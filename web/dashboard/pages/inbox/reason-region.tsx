import { useEffect } from 'react';
import { useIsUsed } from '../../kit/first-use.ts';
import { lazyComponent } from '../../kit/lazy-component.tsx';
import { useReasonQuestion, withdrawQuestion } from './ask-reason.ts';

const load = async () => (await import('./reason-dialog.tsx')).ReasonDialog;
const ReasonDialog = lazyComponent(load, null);

export const ReasonRegion = () => {
  const question = useReasonQuestion();
  const isUsed = useIsUsed();
  useEffect(() => {
    // Loaded ahead: a key pressed before the dialog is there would reach the page.
    if (isUsed) void Promise.allSettled([load(), import('../../kit/dialog-frame.tsx')]);
  }, [isUsed]);
  useEffect(() => question?.onLeft, [question]);
  useEffect(() => withdrawQuestion, []);
  return question && <ReasonDialog question={question} />;
};
