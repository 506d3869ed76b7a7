import { type Caller, call } from '../driver.ts';

export const evidencePath = (annotation: string) => `/api/v1/annotations/${annotation}/resolutions`;

export const uploadUrl = async (as: Caller, annotation: string, kind: string, content_type = 'image/png') =>
  call('POST', `${evidencePath(annotation)}/upload-url`, { as, body: { kind, content_type } });

/** PUTs bytes where an upload URL says, as any client would. */
export const put = async (target: { url: string; headers: Record<string, string> }, bytes: Uint8Array) =>
  (await fetch(target.url, { method: 'PUT', headers: target.headers, body: new Uint8Array(bytes) })).status;

/** Uploads and gives the key. */
export const upload = async (as: Caller, annotation: string, kind: string, bytes: Uint8Array, type = 'image/png') => {
  const { body } = await uploadUrl(as, annotation, kind, type);
  const status = await put(body, bytes);
  if (status !== 200) throw new Error(`The upload was refused: ${status}`);
  return body.key as string;
};
