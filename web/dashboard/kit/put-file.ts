import { t } from '../words/messages.ts';

/** Throws a TypeError if the storage is unreachable, as `fetch` does, and an Error if it refuses the file. */
export const putFile = (
  to: { url: string; headers: Readonly<Record<string, string>> },
  file: Blob,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    // fetch doesn't report upload progress.
    const request = new XMLHttpRequest();
    request.open('PUT', to.url);
    for (const [name, value] of Object.entries(to.headers)) request.setRequestHeader(name, value);
    if (onProgress)
      request.upload.onprogress = ({ loaded, total }) => {
        onProgress(total > 0 ? loaded / total : 0);
      };
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(t('error.file', { status: request.status })));
    request.onerror = () => reject(new TypeError('Network error while the file was sent.'));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
