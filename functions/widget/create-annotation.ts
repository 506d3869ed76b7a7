import { forbidden } from '../kit/errors.ts';
import { attach } from '../kit/files/attach.ts';
import type { Storage } from '../kit/files/storage.ts';
import { newId, timeOfId } from '../kit/ids.ts';
import { currentKeyId } from '../kit/server-keys.ts';
import { objects } from '../kit/table/keys.ts';
import type { SiteRow } from '../sites/schema.ts';
import { callingSite, stakeholderOf, stakeholderRevoked } from './caller.ts';
import type { WidgetContext, WidgetOperation } from './context.ts';
import { cut } from './cut.ts';
import { noteSecret } from './note-secret.ts';
import type { NoteCreate } from './schema.ts';
import { spamSigns } from './spam-signs.ts';

interface Submitter {
  kind: 'anonymous' | 'stakeholder';
  stakeholder_id?: string;
  name: string;
  email: string | null;
  may_authorise: boolean;
}

const submitterOf = (ctx: WidgetContext, site: SiteRow, { name, email }: NoteCreate): Submitter => {
  const { status, stakeholder } = stakeholderOf(ctx);
  if (status === 'revoked') throw stakeholderRevoked();
  if (stakeholder) {
    return {
      kind: 'stakeholder',
      stakeholder_id: stakeholder.id,
      name: stakeholder.name ?? '',
      email: stakeholder.email,
      may_authorise: stakeholder.auto_fix_default !== 'never',
    };
  }
  if (!site.widget.anonymous_allowed) {
    throw forbidden(
      'anonymous_not_allowed',
      {},
      {
        reason: 'anonymous_not_allowed',
      },
    );
  }
  return { kind: 'anonymous', name: name?.trim() ?? '', email: email ?? null, may_authorise: false };
};

export const createAnnotation =
  (storage: Storage): WidgetOperation<'createAnnotation'> =>
  async (ctx, { body }) => {
    const site = callingSite(ctx);
    const { kind, stakeholder_id, name, email, may_authorise } = submitterOf(ctx, site, body);
    const { workspace_id } = site;
    const id = newId();

    const keep = async (what: 'screenshot' | 'thumbnail', key: string | null | undefined) =>
      typeof key === 'string'
        ? attach(storage, {
            key,
            loc: ['body', `${what}_key`],
            purpose: { workspace_id, owner: site.id, kind: what },
            folder: objects.annotationFolder(workspace_id, site.id, id),
          })
        : null;
    const [screenshot_key, thumbnail_key] = await Promise.all([
      keep('screenshot', body.screenshot_key),
      keep('thumbnail', body.thumbnail_key),
    ]);

    const quarantine = kind === 'anonymous' ? spamSigns({ body: body.body, name }, site) : [];
    const created_at = timeOfId(id);
    const made = await ctx.notes.create({
      row: {
        id,
        site_id: site.id,
        status: 'pending',
        kind: body.kind,
        auto_fix: body.auto_fix && may_authorise,
        excerpt: cut(body.body, 300, 340),
        page_url: cut(body.context.page.url, 100, 100),
        submitter: { kind, name: cut(name, 32, 32), has_email: email !== null },
        ...(screenshot_key !== null && { has_screenshot: true }),
        created_at,
        ...(quarantine.length > 0 && { quarantine }),
        updated_at: created_at,
        ...(stakeholder_id && { stakeholder_id }),
        note_key_id: currentKeyId(),
      },
      context: { body: body.body, name, email, captured: body.context, screenshot_key, thumbnail_key },
    });
    return { ...made, note_secret: noteSecret(workspace_id, made.id, made.note_key_id) };
  };
