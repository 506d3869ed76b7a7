import { notify, notifyError, notifyUncopied } from './toast.ts';

/** Safari only allows clipboard writes that start within the click, so it receives the promise. */
export const copyAsync = async (text: Promise<string>, copied: string): Promise<void> => {
  try {
    await navigator.clipboard.write([
      new ClipboardItem({ 'text/plain': text.then((words) => new Blob([words], { type: 'text/plain' })) }),
    ]);
    notify(copied);
  } catch {
    await text.then(() => notifyUncopied(), notifyError);
  }
};
