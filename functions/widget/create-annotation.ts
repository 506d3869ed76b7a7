import { shownInLists } from '../annotations/new-note.ts';
import { risksOf } from '../annotations/risks/risks.ts';
import { forbidden } from '../kit/errors.ts';
import { attachNamed } from '../kit/files/attach.ts';
import { newId, timeOfId } from '../kit/ids.ts';
import { currentKeyId } from '../kit/server-keys.ts';
import { objects } from '../kit/table/keys.ts';
import type { SiteRow } from '../sites/schema.ts';
import { callingSite, stakeholderOf, stakeholderRevoked } from './caller.ts';
import { noteSecret } from './note-secret.ts';
import type { Widget, WidgetContext } from './operations.ts';
import type { NoteCreate } from './schema.ts';
import { spamSigns } from './spam-signs.ts';

const submitterOf = (ctx: WidgetContext, site: SiteRow, { name, email }: NoteCreate) => {
  const { status, stakeholder } = stakeholderOf(ctx);
  if (status === 'revoked') throw stakeholderRevoked();
  if (stakeholder) {
    return {
      kind: 'stakeholder' as const,
      stakeholder_id: stakeholder.id,
      name: stakeholder.name ?? '',
      email: stakeholder.email,
      may_authorise: stakeholder.auto_fix_default !== 'never',
    };
  }
  if (!site.widget.anonymous_allowed) {
    throw forbidden('anonymous_not_allowed', {}, { reason: 'anonymous_not_allowed' });
  }
  return { kind: 'anonymous' as const, name: name?.trim() ?? '', email: email ?? null, may_authorise: false };
};

export const createAnnotation: Widget['createAnnotation'] = async (ctx, { body }) => {
  const site = callingSite(ctx);
  const { kind, stakeholder_id, name, email, may_authorise } = submitterOf(ctx, site, body);
  const { workspace_id } = site;
  const id = newId();

  const folder = objects.annotationFolder(workspace_id, site.id, id);
  const place = { workspace_id, owner: site.id, folder };
  const [screenshot_key, thumbnail_key] = await Promise.all([
    attachNamed(ctx.storage, { ...place, kind: 'screenshot', key: body.screenshot_key }),
    attachNamed(ctx.storage, { ...place, kind: 'thumbnail', key: body.thumbnail_key }),
  ]);
  const quarantine = kind === 'anonymous' ? spamSigns({ body: body.body, name }, site) : [];
  const risks = risksOf(name, body.body);
  const created_at = timeOfId(id);
  const made = await ctx.notes.create({
    row: {
      id,
      site_id: site.id,
      status: 'pending',
      kind: body.kind,
      auto_fix: body.auto_fix && may_authorise,
      ...shownInLists({ body: body.body, page_url: body.context.page.url, kind, name, email }),
      ...(screenshot_key !== null && { has_screenshot: true }),
      created_at,
      ...(quarantine.length > 0 && { quarantine }),
      ...(risks.length > 0 && { risks }),
      updated_at: created_at,
      ...(stakeholder_id && { stakeholder_id }),
      note_key_id: currentKeyId(),
    },
    context: { body: body.body, name, email, captured: body.context, screenshot_key, thumbnail_key },
  });
  return { ...made, note_secret: noteSecret(workspace_id, made.id, made.note_key_id) };
};
