import * as z from 'zod';
import { area, beyondSpec, PUBLIC, type RateLimit, route, SIGNED_IN } from '../kit/contract/contract.ts';
import { PageQuery, pageOf, Time } from '../kit/contract/schema.ts';
import { UploadUrl } from '../resolutions/upload-url.ts';
import {
  Note,
  NoteConfirm,
  NoteCreate,
  NoteCreated,
  NoteReply,
  NoteReplyCreate,
  PageAccess,
  PageAccessCreate,
  Pin,
  PinList,
  PinQuery,
  PinReply,
  PinReplyCreate,
  PinStatusChange,
  PinThread,
  UploadCreate,
  WidgetSettingsAnswer,
} from './schema.ts';

const perAddress = (max: number): RateLimit => ({ bucket: 'ip', max, per_seconds: 60 });
/** A widget token is on every page of a site, so its own window limits only stored data. */
const perSite: RateLimit = { bucket: 'credential', max: 600, per_seconds: 60 };

const common = { role: null, by: ['widget'], beyond_spec: true, cross_origin: true } as const;

export const widget = area('widget', {
  getWidgetSettings: route('GET /api/widget/settings', common, {
    summary: "Read the widget's settings and the caller's identity on this site",
    limits: [perAddress(300)],
    response: WidgetSettingsAnswer,
  }),
  createUpload: route('POST /api/widget/uploads', common, {
    summary: 'Get an upload URL for a screenshot or its thumbnail',
    limits: [perAddress(60)],
    body: UploadCreate,
    response: UploadUrl,
  }),
  createAnnotation: route('POST /api/widget/annotations', common, {
    summary: 'Leave a note on the site',
    limits: [perSite, perAddress(20)],
    body: NoteCreate,
    response: NoteCreated,
  }),
  listNotes: route('GET /api/widget/notes', common, {
    summary: "List the caller's own notes, newest first",
    limits: [perAddress(60)],
    query: PageQuery.pick({ cursor: true }),
    response: pageOf(Note),
  }),
  replyToNote: route('POST /api/widget/notes/{annotation_id}/replies', common, {
    summary: "Reply to one of the caller's own notes",
    limits: [perSite, perAddress(60)],
    body: NoteReplyCreate,
    response: NoteReply,
    refuses: [409],
  }),
  confirmNote: route('POST /api/widget/notes/{annotation_id}/confirmation', common, {
    summary: "Say whether one of the caller's own notes, marked as fixed, is fixed; if not, it is open again",
    limits: [perSite, perAddress(60)],
    body: NoteConfirm,
    response: Note.pick({ id: true, status: true, confirmation: true }),
    refuses: [409],
  }),
  getTeamModePage: beyondSpec('GET /api/widget/team-mode', PUBLIC, {
    summary: 'Open the window that hands a page the token of a member who signed in',
    produces: 'text/html; charset=utf-8',
  }),
  createPageAccess: beyondSpec('POST /api/widget/page-access', SIGNED_IN, {
    summary: 'Let pages of one origin of a site read and answer its open notes in your name, for an hour',
    limits: [{ bucket: 'credential', max: 30, per_seconds: 60 }],
    refuses: [404],
    body: PageAccessCreate,
    response: PageAccess,
  }),
  listPins: route('GET /api/widget/pins', common, {
    summary: 'List the open notes of a page: all for a member, their own for a stakeholder',
    limits: [perAddress(30)],
    query: PinQuery,
    response: PinList,
  }),
  getPin: route('GET /api/widget/pins/{annotation_id}', common, {
    summary: 'Read the thread of a note as the member or stakeholder who presents a token',
    limits: [perAddress(60)],
    response: PinThread,
  }),
  replyToPin: route('POST /api/widget/pins/{annotation_id}/replies', common, {
    summary: 'Reply to a note as a member',
    limits: [perSite, perAddress(60)],
    body: PinReplyCreate,
    response: PinReply,
    refuses: [409],
  }),
  setPinStatus: route('POST /api/widget/pins/{annotation_id}/status', common, {
    summary: 'Set the status of a note as a member',
    limits: [perSite, perAddress(60)],
    body: PinStatusChange,
    response: Pin.pick({ id: true, status: true }),
    refuses: [409],
  }),
  getNews: route('GET /api/widget/news', common, {
    summary: "When the team last did something about the caller's own notes",
    limits: [perAddress(60)],
    response: z.object({ news_at: Time.nullable() }),
  }),
});
