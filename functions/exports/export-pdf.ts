import { toStatus } from '../annotations/rows.ts';
import { dayOf } from '../kit/clock.ts';
import type { Storage } from '../kit/files/storage.ts';
import { MAX_ANSWER_BYTES } from '../kit/http/fit.ts';
import type { Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { objects } from '../kit/table/keys.ts';
import type { pdfExports } from './contract.ts';
import { type ExportsContext, makeDocument } from './make-document.ts';

const MAX_NAME = 60;

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_NAME)
    .replace(/-+$/, '');

/** `attachment; filename="mueller-annotations-2026-11-21.pdf"` */
export const disposition = (siteName: string, madeAt: number): string => {
  const parts = [slugOf(siteName), 'annotations', dayOf(madeAt)];
  return `attachment; filename="${parts.filter(Boolean).join('-')}.pdf"`;
};

const LINK_SECONDS = 300;

export const exportPdf =
  (storage: Storage): Operations<ExportsContext, typeof pdfExports>['exportPdf'] =>
  async (ctx, { site_id, query }) => {
    const status = query.status === undefined ? undefined : toStatus(query.status);
    const { site, bytes } = await makeDocument(ctx, storage, site_id, { ...query, status });
    const name = disposition(site.name, ctx.now);
    if (bytes.length <= MAX_ANSWER_BYTES) return { headers: { 'content-disposition': name }, text: '', bytes };
    const key = objects.exported(ctx.scope.workspace_id, site_id, newId());
    await storage.keep(key, bytes, 'application/pdf');
    return { status: 303, headers: { location: await storage.presignGet(key, LINK_SECONDS, name) }, text: '' };
  };
