import { notify, notifyError, notifyUncopied } from './toast.ts';

/**
 * Copies what has still to come, and says so in the words given. Safari lets only what began with the click itself write
 * to the clipboard: it is given the promise.
 */
export const copyLater = async (text: Promise<string>, copied: string): Promise<void> => {
  try {
    await navigator.clipboard.write([
      new ClipboardItem({ 'text/plain': text.then((words) => new Blob([words], { type: 'text/plain' })) }),
    ]);
    notify(copied);
  } catch {
    // Either nothing came, or the browser took nothing.
    await text.then(() => notifyUncopied(), notifyError);
  }
};
