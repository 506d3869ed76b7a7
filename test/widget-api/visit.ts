import { type CallOptions, call, type Workspace } from '../driver.ts';
import { put } from '../resolutions/upload.ts';

export const ORIGIN = 'https://shop.example.com';

export type TestSite = Awaited<ReturnType<Workspace['site']>>;

/** Who visits: a stakeholder link, and the secrets of own notes. */
export interface Visit {
  link?: string;
  notes?: string[];
  origin?: string | null;
  headers?: Record<string, string>;
  ip?: string;
}

/** A request as the widget on a page of the site sends it. */
export const visit = (site: TestSite, method: string, path: string, body?: unknown, by: Visit = {}) => {
  const origin = by.origin === undefined ? ORIGIN : by.origin;
  const options: CallOptions = {
    as: site.widget,
    headers: {
      ...(origin !== null && { origin }),
      ...(by.link !== undefined && { 'x-sidenote-stakeholder': by.link }),
      ...(by.notes && { 'x-sidenote-notes': by.notes.join(',') }),
      ...by.headers,
    },
    ...(body !== undefined && { body }),
    ...(by.ip && { ip: by.ip }),
  };
  return call(method, `/api/widget/${path}`, options);
};

export const NOTE = {
  body: 'The button does nothing',
  context: { page: { url: 'https://shop.example.com/cart' }, anchor: { kind: 'element', selector: '#buy' } },
};

/** A stakeholder of the site, with the token of their link. */
export const newStakeholder = async (ws: Workspace, site: TestSite, body: Record<string, unknown> = {}) => {
  const path = `/api/widget/sites/${site.id}/stakeholders`;
  const answer = await call('POST', path, { as: ws.owner, body: { name: 'Sam', ...body } });
  return answer.body as { id: string; token: string };
};

/** Uploads a picture as the widget does; gives its key. */
export const uploadPicture = async (site: TestSite, kind: string, bytes: Uint8Array, content_type = 'image/png') => {
  const { body } = await visit(site, 'POST', 'uploads', { kind, content_type, size: bytes.length });
  const status = await put(body, bytes);
  if (status !== 200) throw new Error(`The upload was refused: ${status}`);
  return body.key as string;
};

/** Uploads a file that a visitor attaches; gives its part of the note. */
export const attached = async (site: TestSite, name: string, bytes: Uint8Array | string, type = 'text/plain') => ({
  key: await uploadPicture(site, 'file', Buffer.from(bytes as string), type),
  name,
});
