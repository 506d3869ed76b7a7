import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';
import { t } from '../words/messages.ts';
import { markUsed } from './first-use.ts';
import { inWords } from './states.tsx';

export interface Toast {
  text: string;
  hint?: string;
  requestId?: string | undefined;
  tone: 'good' | 'bad';
  undo?: () => unknown;
}

export const toasts = new ToastQueue<Toast>({ maxVisibleToasts: 3 });

// A toast may come before any pointer or key.
toasts.subscribe(markUsed);

const TIMEOUT_MS = 8000;

export const notify = (text: string, undo?: () => unknown): void => {
  toasts.add({ text, tone: 'good', ...(undo && { undo }) }, { timeout: TIMEOUT_MS });
};

export const undoLast = (): void => {
  const last = toasts.visibleToasts.find(({ content }) => content.undo);
  if (!last) return;
  toasts.close(last.key);
  void last.content.undo?.();
};

/** The clipboard is blocked. Shows links, which are nowhere else on the page, but not texts. */
export const notifyUncopied = (text?: string): void => {
  const shown = text && /^https?:/.test(text) ? text : undefined;
  const hint = shown ?? t(text ? 'common.uncopied.hint' : 'common.uncopied.denied');
  toasts.add({ text: t('common.uncopied'), hint, tone: 'bad' });
};

export const notifyError = (error: unknown): void => {
  const { what, hint, requestId } = inWords(error);
  toasts.add({ text: what, hint, requestId, tone: 'bad' });
};

/** If the error alone doesn't say which action failed. */
export const notifyFailed = (text: string, error: unknown): void => {
  const { what, requestId } = inWords(error);
  toasts.add({ text, hint: what, requestId, tone: 'bad' });
};
