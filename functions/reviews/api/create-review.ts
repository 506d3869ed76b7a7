import type * as z from 'zod';
import { allOrFirstError } from '../../kit/all-settled.ts';
import { actorIdOf } from '../../kit/audit/audit-log.ts';
import { optionalSetting } from '../../kit/config.ts';
import { unprocessable } from '../../kit/errors.ts';
import type { SignedStorage } from '../../kit/files/signed-storage.ts';
import { packText } from '../../kit/packed.ts';
import type { Reviews, ReviewsContext } from '../context.ts';
import { textContent } from '../read/content.ts';
import { kindOf } from '../read/content-kind.ts';
import { MB, UPLOAD_OWNER, type UploadKind, uploadKindOf, uploadRules } from '../read/uploads.ts';
import type { ReviewCreate } from '../request-schema.ts';
import type { Input } from '../rows.ts';
import { choosePanel } from './choose-panel.ts';
import { startReview, unlessStarted } from './new-review.ts';
import { isSamePurpose, purposeOf } from './site-purpose.ts';

type Body = z.output<typeof ReviewCreate>;
type Ctx = Pick<ReviewsContext, 'scope' | 'reviews'>;

const uploadedType = async (storage: SignedStorage, ctx: Ctx, field: string, kind: UploadKind, key: string) => {
  const stat = await storage.stat({ workspace_id: ctx.scope.workspace_id, owner: UPLOAD_OWNER, kind }, key);
  const loc = ['body', field];
  if (!stat) throw unprocessable(loc, 'review_upload_missing', { kind });
  const { types, max_bytes } = uploadRules[kind];
  if (!(types as readonly string[]).includes(stat.type)) {
    throw unprocessable(loc, 'upload_type_refused', { kind, types: types.join(', ') });
  }
  if (stat.size === 0) throw unprocessable(loc, 'upload_empty');
  if (stat.size > max_bytes) {
    await storage.empty(key);
    throw unprocessable(loc, 'upload_too_large', { max: max_bytes / MB });
  }
  return stat.type;
};

const readUploads = async (storage: SignedStorage, ctx: Ctx, body: Body): Promise<Input> => {
  const kind = uploadKindOf(body.input_type);
  if (!kind || typeof body.upload_key !== 'string') return {};
  const isHeard = kind === 'audio' || kind === 'video';
  if (isHeard && !body.transcript_key && optionalSetting('TRANSCRIBER') === undefined) {
    throw unprocessable(['body', 'transcript_key'], 'transcript_needed', {}, 'missing');
  }
  const [upload_type, transcript_type] = await allOrFirstError([
    uploadedType(storage, ctx, 'upload_key', kind, body.upload_key),
    body.transcript_key ? uploadedType(storage, ctx, 'transcript_key', 'transcript', body.transcript_key) : undefined,
  ]);
  return {
    upload_key: body.upload_key,
    upload_type,
    ...(body.transcript_key && transcript_type && { transcript_key: body.transcript_key, transcript_type }),
  };
};

const findSite = async ({ reviews }: Ctx, id: string | null | undefined) => {
  if (id == null) return undefined;
  const site = await reviews.findSite(id);
  if (!site) throw unprocessable(['body', 'widget_site_id'], 'site_unknown');
  return site;
};

const requireBareAddress = (address: string | null | undefined) => {
  const url = address ? URL.parse(address) : null;
  if (!url?.username && !url?.password) return;
  throw unprocessable(['body', 'url'], 'address_has_credentials');
};

export const createReview = (storage: SignedStorage): Reviews['createReview'] =>
  unlessStarted(async (ctx, { body }) => {
    const { title, input_type, content, url, persona_ids } = body;
    requireBareAddress(url);
    const text = input_type === 'text' ? textContent('text', null, content ?? '') : undefined;
    const [site, personas, uploads] = await allOrFirstError([
      findSite(ctx, body.widget_site_id),
      choosePanel(ctx, persona_ids, input_type, text && kindOf(text, title)),
      readUploads(storage, ctx, body),
    ]);
    const purpose = purposeOf(body, site?.purpose);
    const input: Input = {
      ...uploads,
      ...(url && { url }),
      ...(content && { content: packText(content) }),
      ...(!persona_ids && { chooses_panel: true }),
    };
    const asked = {
      title,
      input_type,
      source: 'content',
      widget_site_id: body.widget_site_id ?? null,
      annotation_id: null,
      url: url ?? null,
      created_by: actorIdOf(ctx.actor),
      personas,
      ...purpose,
      ...(uploads.upload_key && { uploads }),
      ...(text ? { content: text } : { input }),
    } as const;
    const remembered = site && !isSamePurpose(purpose, site.purpose) ? purpose : undefined;
    return startReview(ctx, asked, { action: 'review.create', target: { input_type }, purpose: remembered });
  });
