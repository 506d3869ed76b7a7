import { createBrowserHistory } from '@tanstack/history';

export const history = createBrowserHistory();

let isBackward = true;

history.subscribe(({ action: { type } }) => {
  isBackward = type !== 'PUSH' && type !== 'REPLACE';
});

/** The address was there before: a reload, Back or Forward. */
export const isReturning = (): boolean => isBackward;
