import { notify, notifyError, notifyUncopied } from './toast.ts';

/**
 * Copies text that is still loading and announces it. Safari only allows clipboard writes that start within the click, so it
 * receives the promise.
 */
export const copyAsync = async (text: Promise<string>, copied: string): Promise<void> => {
  try {
    await navigator.clipboard.write([
      new ClipboardItem({ 'text/plain': text.then((words) => new Blob([words], { type: 'text/plain' })) }),
    ]);
    notify(copied);
  } catch {
    // Either the text failed to load or the browser refused it.
    await text.then(() => notifyUncopied(), notifyError);
  }
};
