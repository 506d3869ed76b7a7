import { useEffect } from 'react';

/** Returns a file dropped or pasted anywhere on the page: outside of the field, the browser would leave the page and open it. */
export const useDroppedFile = (take: (file: File) => void): void => {
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onGiven = (event: DragEvent | ClipboardEvent) => {
      const given = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
      const [file] = given?.files ?? [];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      take(file);
    };
    addEventListener('dragover', onDragOver);
    addEventListener('drop', onGiven);
    addEventListener('paste', onGiven);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('drop', onGiven);
      removeEventListener('paste', onGiven);
    };
  }, [take]);
};
