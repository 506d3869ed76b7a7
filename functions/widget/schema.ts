import * as z from 'zod';
import { Anchor, CapturedContext } from '../annotations/context-schema.ts';
import { KINDS } from '../annotations/kinds.ts';
import { Confirmation, Kind, MAX_FILES, ReplyRow, STATUSES } from '../annotations/rows.ts';
import { IDENTITIES, Metadata } from '../annotations/visitor.ts';
import { anyText, emailAddress, Id, refusing, Time, writtenText } from '../kit/contract/schema.ts';
import { fileTypes, MAX_FILE_BYTES } from '../kit/files/file-type.ts';
import { isImageType } from '../kit/files/image.ts';
import { withoutCredentials } from '../kit/secrets.ts';
import { uploadSize } from '../resolutions/upload-url.ts';
import { AutoFixDefault, isOrigin, SiteRow } from '../sites/schema.ts';
import { IdentityGiven } from './identity-given.ts';

export const WidgetSettingsAnswer = z.object({
  site: z.object({ name: z.string(), ...SiteRow.shape.widget.shape }),
  stakeholder: z.object({ name: z.string(), auto_fix_default: AutoFixDefault }).nullable(),
  stakeholder_status: z.enum(['none', 'valid', 'revoked']),
  kinds: z.array(z.enum(KINDS)),
  submitter_mail: z.boolean().meta({ description: 'Visitors who leave an address get an email about their note' }),
});

export const UploadCreate = z
  .object({
    kind: z.enum(['screenshot', 'thumbnail', 'file']),
    content_type: z
      .string()
      .max(120)
      .pipe(z.enum(fileTypes))
      .meta({ description: 'Of a file, a hint: what it is kept as depends on its bytes' }),
    size: uploadSize(MAX_FILE_BYTES),
  })
  .refine(({ kind, content_type }) => kind === 'file' || isImageType(content_type), {
    path: ['content_type'],
    ...refusing('image_type_refused'),
  });

/** Taken from a page: its visitor can't be asked to remove a credential. */
const cleaned = <T>(given: T): T => {
  const text = JSON.stringify(given);
  const clean = withoutCredentials(text);
  return clean === text ? given : JSON.parse(clean);
};
const PageContext = CapturedContext.overwrite(cleaned);
const PageMetadata = Metadata.overwrite(cleaned);

/** A draft may still have answers to questions that the site no longer asks. */
const MAX_ANSWERS_GIVEN = 50;

export const NoteCreate = z.object({
  body: writtenText(10_000),
  kind: Kind.default('other'),
  auto_fix: z
    .boolean()
    .default(false)
    .meta({ description: 'Only effective for stakeholders who may authorize automatic fixes' }),
  name: anyText(120).nullish().meta({ description: "An anonymous visitor's name; ignored for stakeholders" }),
  email: emailAddress().nullish().meta({ description: 'Address for notifying the visitor about the note' }),
  identity: IdentityGiven.nullish().meta({
    description:
      'Who the page says the visitor is: verified if your server signed it, otherwise a claim. Ignored for stakeholders',
  }),
  metadata: PageMetadata.nullish().meta({ description: 'Further facts that the page adds, shown to the team' }),
  rating: z.int().min(1).max(5).nullish().meta({ description: 'Kept if the site asks for one; thumbs are 1 and 5' }),
  answers: z
    .array(z.object({ question_id: anyText(20), answer: anyText(1000) }))
    .max(MAX_ANSWERS_GIVEN)
    .nullish()
    .meta({ description: 'To the site’s questions; others are ignored' }),
  context: PageContext,
  screenshot_key: z.string().max(512).nullish(),
  thumbnail_key: z.string().max(512).nullish(),
  files: z
    .array(z.object({ key: z.string().max(512), name: anyText(200) }))
    .max(MAX_FILES)
    .nullish()
    .meta({ description: 'Further pictures and files, by the keys of their uploads' }),
});
export type NoteCreate = z.infer<typeof NoteCreate>;

export const NoteCreated = z.object({
  id: Id,
  status: z.enum(STATUSES),
  auto_fix: z.boolean(),
  created_at: Time,
  identity: z.enum(IDENTITIES).optional().meta({ description: 'How the identity counts; absent if none was given' }),
  note_secret: z.string().meta({ description: 'Send it in X-Sidenote-Notes to read this note as its author' }),
});

export const NoteReply = ReplyRow.omit({
  annotation_id: true,
  internal: true,
  review_id: true,
  resolution_id: true,
  mail_id: true,
  risks: true,
}).extend({
  id: Id,
  created_at: Time,
});

export const Note = z.object({
  id: Id,
  status: z.enum(STATUSES),
  kind: z.string(),
  body: z.string(),
  summary: z.string(),
  page_url: z.string(),
  created_at: Time,
  confirmation: Confirmation.extend({ at: Time }).nullable(),
  replies: z.array(NoteReply),
  resolutions: z.array(
    z.object({
      id: Id,
      explanation: z.string().nullable(),
      before_url: z.string().nullable(),
      after_url: z.string().nullable(),
      created_at: Time,
    }),
  ),
});

const PageUrl = CapturedContext.shape.page.shape.url.meta({ description: 'The page, as notes have it: without query' });
export const PageAccessCreate = z.object({
  token: anyText(200).meta({ description: 'The widget token of the page' }),
  origin: anyText(255).refine(isOrigin, refusing('not_an_origin')),
});

export const PageAccess = z.object({
  site_name: z.string(),
  origin: z.string(),
  token: z.string().meta({ description: 'For X-Sidenote-Member, on pages of this origin only' }),
  expires_at: Time,
});

export const MAX_PINS = 50;

export const PinQuery = z.object({ page_url: PageUrl });

export const Pin = z.object({
  id: Id,
  status: z.enum(STATUSES),
  kind: z.string(),
  excerpt: z.string(),
  author_name: z.string(),
  created_at: Time,
  anchor: Anchor,
  html: CapturedContext.shape.html,
  title: CapturedContext.shape.page.shape.title,
  route: CapturedContext.shape.page.shape.route,
});

export const PinList = z.object({
  pins: z.array(Pin).max(MAX_PINS).meta({ description: 'Newest first' }),
  is_complete: z.boolean().meta({ description: 'false: the site has more open notes than were looked through' }),
});

export const PinReply = NoteReply.extend({
  internal: z.literal(true).optional().meta({ description: 'Only the team sees it' }),
});

export const PinThread = z.object({
  id: Id,
  status: z.enum(STATUSES),
  kind: z.string(),
  body: z.string(),
  summary: z.string(),
  author_name: z.string(),
  created_at: Time,
  may_edit: z.boolean().meta({ description: 'Of members: reply as the team, internally too, and set the status' }),
  dashboard_url: z.string().optional().meta({ description: 'Of members: the note in their dashboard' }),
  replies: z.array(PinReply),
  resolutions: z.array(z.object({ id: Id, explanation: z.string().nullable(), created_at: Time })),
});

export const PinReplyCreate = z.object({
  body: writtenText(10_000),
  internal: z.boolean().default(false).meta({ description: 'true: an internal note that only the team sees' }),
});

export const PinStatusChange = z.object({ status: z.enum(STATUSES) });

export const NoteReplyCreate = z.object({
  body: writtenText(10_000),
  author_name: anyText(120).default(''),
});

export const NoteConfirm = z.object({
  fixed: z.boolean(),
  body: writtenText(10_000).optional().meta({ description: "The problem that is left, in the visitor's words" }),
  author_name: anyText(120).default(''),
});
