import { translate } from '../words/messages.ts';

/**
 * Sends a file to an address that the service gave for it; `onProgress` hears the share that has left, 0 to 1. Throws a
 * TypeError where the storage is out of reach, as `fetch` does, the signal's reason where it ends, and an Error where it
 * refuses the file.
 */
export const putFile = (
  to: { url: string; headers: Readonly<Record<string, string>> },
  file: Blob,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    // fetch tells nothing of how much of a body has left.
    const request = new XMLHttpRequest();
    request.open('PUT', to.url);
    for (const [name, value] of Object.entries(to.headers)) request.setRequestHeader(name, value);
    if (onProgress)
      request.upload.onprogress = ({ loaded, total }) => {
        onProgress(total > 0 ? loaded / total : 0);
      };
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(translate('error.file', { status: request.status })));
    request.onerror = () => reject(new TypeError('Network error while the file was sent.'));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
