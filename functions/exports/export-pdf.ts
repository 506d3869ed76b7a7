import { toStatus } from '../annotations/status.ts';
import type { Storage } from '../kit/files/storage.ts';
import { MAX_ANSWER_BYTES } from '../kit/http/fit.ts';
import { newId } from '../kit/ids.ts';
import { objects } from '../kit/table/keys.ts';
import type { Operation } from './context.ts';
import { disposition } from './disposition.ts';
import { makeDocument } from './make-document.ts';

const LINK_SECONDS = 300;

export const exportPdf =
  (storage: Storage): Operation<'exportPdf'> =>
  async (ctx, { site_id, query }) => {
    const status = query.status === undefined ? undefined : toStatus(query.status);
    const { site, bytes } = await makeDocument(ctx, storage, site_id, status);
    const name = disposition(site.name, ctx.now);
    if (bytes.length <= MAX_ANSWER_BYTES) return { headers: { 'content-disposition': name }, text: '', bytes };
    const key = objects.exported(ctx.scope.workspace_id, site_id, newId());
    await storage.keep(key, bytes, 'application/pdf');
    return { status: 303, headers: { location: await storage.presignGet(key, LINK_SECONDS, name) }, text: '' };
  };
