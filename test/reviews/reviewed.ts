import { reviewPartition } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { type UploadKind, uploadRules } from '../../functions/reviews/read/uploads.ts';
import { type Answer, type Caller, type CallOptions, call, table } from '../driver.ts';
import { put } from '../resolutions/upload.ts';

export const TEXT = { title: 'Shop', input_type: 'text', content: 'Our shop sells lamps.\n\nThey are bright.' };

export const create = (as: Caller, more: Record<string, unknown> = {}, options: CallOptions = {}): Promise<Answer> =>
  call('POST', '/api/reviews', { as, body: { ...TEXT, ...more }, ...options });

/** The rows of a review, by sort key. */
export const rowsOf = async (workspace_id: string, id: string): Promise<Map<string, Item>> => {
  const { items } = await table().query({ partition: reviewPartition(workspace_id, id), consistent: true });
  return new Map(items.map((row) => [row.sk, row]));
};

/** Uploads bytes for a review, and gives the key. */
export const uploadFor = async (
  as: Caller,
  kind: UploadKind,
  bytes: Uint8Array,
  content_type: string = uploadRules[kind].types[0],
): Promise<string> => {
  const { body } = await call('POST', '/api/reviews/upload-url', { as, body: { kind, content_type } });
  const status = await put(body, bytes);
  if (status !== 200) throw new Error(`The upload was refused: ${status}`);
  return body.key;
};

/** The places that a 422 names. */
export const faults = ({ status, body }: Answer) => ({
  status,
  loc: (body.detail as { loc: (string | number)[] }[]).map(({ loc }) => loc.join('.')),
});

export const bytesOf = ({ status, headers: { date: _, 'x-request-id': __, ...headers }, text }: Answer) => ({
  status,
  headers,
  text,
});
