import { useEffect, useState } from 'react';
import { history } from './history.ts';

interface Question {
  leave: () => void;
  stay: () => void;
}

/** The address stays: something is shown that can't be shown again. A reload is asked about. */
export const useStay = (): void => useEffect(() => history.block({ blockerFn: () => true }), []);

/** While `isAsked`, leaving the page waits for an answer. A reload isn't asked about. */
export const useLeaveQuestion = (isAsked: boolean): Question | undefined => {
  const [question, ask] = useState<Question>();
  useEffect(() => {
    if (!isAsked) return undefined;
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ currentLocation, nextLocation }) => {
        // Navigating within the page doesn't leave it.
        if (currentLocation.pathname === nextLocation.pathname) return false;
        return new Promise<boolean>((block) => {
          const answer = (blocks: boolean) => () => {
            ask(undefined);
            block(blocks);
          };
          ask({ leave: answer(false), stay: answer(true) });
        });
      },
    });
  }, [isAsked]);
  return question;
};
