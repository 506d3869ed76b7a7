import { shownInLists } from '../annotations/new-note.ts';
import { risksOfNote } from '../annotations/risks/risks.ts';
import type { Visitor } from '../annotations/visitor.ts';
import { forbidden, Refusal } from '../kit/errors.ts';
import { attachFile, attachNamed, type KeptFile } from '../kit/files/attach.ts';
import { newId, timeOfId } from '../kit/ids.ts';
import { currentKeyId } from '../kit/server-keys.ts';
import { objects } from '../kit/table/keys.ts';
import type { SiteRow } from '../sites/schema.ts';
import { callingSite, stakeholderOf, stakeholderRevoked } from './caller.ts';
import { type Identity, identityOf } from './identity.ts';
import { noteSecret } from './note-secret.ts';
import type { Widget, WidgetContext } from './operations.ts';
import type { NoteCreate } from './schema.ts';
import { spamSigns } from './spam-signs.ts';

const submitterOf = (ctx: WidgetContext, site: SiteRow, { name, email, identity: given }: NoteCreate) => {
  const { status, stakeholder } = stakeholderOf(ctx);
  if (status === 'revoked') throw stakeholderRevoked();
  if (stakeholder) {
    return {
      kind: 'stakeholder' as const,
      stakeholder_id: stakeholder.id,
      name: stakeholder.name ?? '',
      email: stakeholder.email,
      may_authorize: stakeholder.auto_fix_default !== 'never',
    };
  }
  if (!site.widget.anonymous_allowed) {
    throw forbidden('anonymous_not_allowed', {}, { reason: 'anonymous_not_allowed' });
  }
  const identity = identityOf(site, given, ctx.now);
  // A verified visitor's name and address are those that were signed: others could be anyone's.
  const typed = identity?.level === 'verified' ? {} : { name: name?.trim(), email };
  return {
    kind: 'anonymous' as const,
    name: typed.name || identity?.name || '',
    email: typed.email || identity?.email || null,
    may_authorize: false,
    identity,
  };
};

const answersOf = ({ widget: { questions = [] } }: SiteRow, { answers }: NoteCreate) =>
  questions.flatMap(({ id, label }) => {
    const answer = answers?.find(({ question_id }) => question_id === id)?.answer.trim();
    return answer ? [{ question: label, answer }] : [];
  });

/** A draft's rating may be older than the site's scale. */
const isOnScale = (rating: number, scale: string) => scale === 'stars' || rating === 1 || rating === 5;

const visitorOf = (site: SiteRow, body: NoteCreate, identity: Identity | undefined): Visitor | undefined => {
  const { metadata, rating } = body;
  const { rating: scale = 'none' } = site.widget;
  const answers = answersOf(site, body);
  const visitor = {
    ...(identity?.user_id && { user_id: identity.user_id }),
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
    ...(rating && scale !== 'none' && isOnScale(rating, scale) && { rating: { value: rating, scale } }),
    ...(answers.length > 0 && { answers }),
  };
  return Object.keys(visitor).length > 0 ? visitor : undefined;
};

const withoutRepeats = (kept: readonly KeptFile[]) =>
  kept.filter(({ key }, at) => kept.findIndex((other) => other.key === key) === at);

/** All or nothing: no deletion of a note finds the files of one that was never made. */
const keepUploads = async (
  { storage }: WidgetContext,
  { files: named, screenshot_key, thumbnail_key }: NoteCreate,
  place: { workspace_id: string; owner: string; folder: string },
) => {
  const files = (named ?? []).map(({ key, name }, at) =>
    attachFile(
      storage,
      { key, loc: ['body', 'files', at, 'key'], purpose: { ...place, kind: 'file' }, ...place },
      name,
    ),
  );
  const screenshot = attachNamed(storage, { ...place, kind: 'screenshot', key: screenshot_key });
  const thumbnail = attachNamed(storage, { ...place, kind: 'thumbnail', key: thumbnail_key });
  const all = [...files.map(async (file) => (await file).key), screenshot, thumbnail];
  const settled = await Promise.allSettled(all);
  /** Only workers may delete objects. */
  const empty = async () => {
    const keys = settled.flatMap((one) => (one.status === 'fulfilled' && one.value !== null ? [one.value] : []));
    await Promise.allSettled(keys.map((key) => storage.empty(key)));
  };
  if (settled.some(({ status }) => status === 'rejected')) await empty();
  return {
    files: withoutRepeats(await Promise.all(files)),
    screenshot_key: await screenshot,
    thumbnail_key: await thumbnail,
    empty,
  };
};

export const createAnnotation: Widget['createAnnotation'] = async (ctx, { body }) => {
  const site = callingSite(ctx);
  const { kind, stakeholder_id, name, email, may_authorize, identity } = submitterOf(ctx, site, body);
  const { workspace_id } = site;
  const id = newId();

  const folder = objects.annotationFolder(workspace_id, site.id, id);
  const uploads = await keepUploads(ctx, body, { workspace_id, owner: site.id, folder });
  const { files, screenshot_key, thumbnail_key } = uploads;
  const quarantine = kind === 'anonymous' ? spamSigns({ body: body.body, name }, site) : [];
  const risks = risksOfNote(name, body.body);
  const created_at = timeOfId(id);
  const visitor = visitorOf(site, body, identity);
  const hasMore = files.length > 0 || visitor?.rating || visitor?.answers || (thumbnail_key && !screenshot_key);
  const note = {
    row: {
      id,
      site_id: site.id,
      status: 'pending' as const,
      kind: body.kind,
      auto_fix: body.auto_fix && may_authorize,
      ...shownInLists({
        body: body.body,
        captured: body.context,
        kind,
        name,
        email,
        identity: identity?.level,
      }),
      ...(screenshot_key !== null && { has_screenshot: true }),
      ...(hasMore && { has_more: true }),
      created_at,
      ...(quarantine.length > 0 && { quarantine }),
      ...(risks.length > 0 && { risks }),
      updated_at: created_at,
      ...(stakeholder_id && { stakeholder_id }),
      note_key_id: currentKeyId(),
    },
    context: {
      body: body.body,
      name,
      email,
      captured: body.context,
      screenshot_key,
      thumbnail_key,
      ...(files.length > 0 && { files }),
      ...(visitor && { visitor }),
    },
  };
  const made = await ctx.notes.create(note).catch(async (error: unknown) => {
    // After an error of the table, the note may exist.
    if (error instanceof Refusal && error.status < 500) await uploads.empty();
    throw error;
  });
  if (made.id !== id) await uploads.empty();
  const counted = identity && { identity: identity.level };
  return { ...made, ...counted, note_secret: noteSecret(workspace_id, made.id, made.note_key_id) };
};
