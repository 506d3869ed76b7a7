import * as z from 'zod';
import { annotations } from '../annotations/contract.ts';
import {
  acknowledgeAnnotation,
  bindAnnotations,
  createReply,
  getAnnotation,
  listAnnotations,
  patchAnnotation,
} from '../annotations/operations.ts';
import { wholeNumber, writtenText } from '../kit/contract/schema.ts';
import { MAX_CURSOR } from '../kit/table/page.ts';
import { resolutions } from '../resolutions/contract.ts';
import {
  bindResolutions,
  createResolution,
  getResolutionUploadUrl,
  listResolutions,
} from '../resolutions/operations.ts';
import { callOf, invokeWith } from './invoke.ts';
import { listView } from './list-view.ts';
import { readReview } from './read-review.ts';
import { readView } from './read-view.ts';
import { resolutionsView, resolutionView } from './resolutions-view.ts';
import { startPersonas } from './start-personas.ts';
import { type AgentTool, type ToolAnswer, type ToolHints, tool } from './tool.ts';

const invoke = invokeWith(bindAnnotations);
const invokeOnEvidence = invokeWith(bindResolutions);

const READS: ToolHints = { readOnlyHint: true, openWorldHint: false };
const ADDS: ToolHints = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const SETS: ToolHints = { ...ADDS, idempotentHint: true };

const AnnotationId = z.string().max(40).meta({ description: 'Annotation id' });
const given = <Shape extends z.ZodType>(shape: Shape, description: string) => shape.optional().meta({ description });

interface Changed {
  id: string;
  status: string;
  assignee_id: string | null;
  updated_at: string;
}

const changedView = ({ id, status, assignee_id, updated_at }: Changed): ToolAnswer => ({
  trusted: { id, status, assignee_id, updated_at },
});

export const agentTools: readonly AgentTool[] = [
  tool({
    name: 'list_annotations',
    description:
      'List the notes visitors left on this site, newest first, in brief. Start with status "pending". A page can be short: pass cursor until next_cursor is null.',
    input: z.strictObject({
      status: given(z.string().max(40), 'pending, blocked, resolved, won_t_fix or duplicate'),
      kind: given(z.string().max(80), 'bug, copy, design, question, idea, praise or other'),
      since: given(wholeNumber(0), 'Epoch ms: created at or after'),
      auto_fix: given(z.boolean(), 'true: only notes whose submitter allowed automatic fixes; false: all other notes'),
      quarantined: given(z.boolean(), 'true: only quarantined notes; quarantined_count is their number'),
      limit: given(wholeNumber(1, 200), 'Default 50'),
      cursor: given(z.string().max(MAX_CURSOR), "The previous page's next_cursor"),
    }),
    hints: READS,
    run: async (call, query) =>
      listView(
        await invoke(call, annotations, 'listAnnotations', listAnnotations, {
          params: { site_id: call.actor.site_id },
          query,
        }),
        call.now,
      ),
  }),
  tool({
    name: 'read_annotation',
    description:
      'Read a note: text, page, element, source hint, HTML, styles, console, thread, screenshot URL, and whether you may make changes without asking. Long notes come in parts. review: true reads the verdict of the last panel instead.',
    input: z.strictObject({
      id: AnnotationId,
      part: given(wholeNumber(1, 1000), 'Default 1'),
      review: given(z.boolean(), 'Verdict, fixes, strengths and what was not judged'),
    }),
    hints: READS,
    run: async (call, { id, part = 1, review = false }) => {
      const detail = await invoke(call, annotations, 'getAnnotation', getAnnotation, { params: { annotation_id: id } });
      return review ? readReview(call, detail) : readView(detail, part, call.now);
    },
  }),
  tool({
    name: 'acknowledge',
    description:
      'Claim a note for 30 minutes before you work on it, so that no other agent does. The status does not change. Call it again to renew. If someone else has the note, the answer says who and until when.',
    input: z.strictObject({
      id: AnnotationId,
      agent: given(z.string().max(80), 'Your name, if several agents share this token'),
    }),
    hints: SETS,
    run: async (call, args) => {
      const claimed = await acknowledgeAnnotation(bindAnnotations(call.table, callOf(call, 'acknowledge')), args);
      const { id, acknowledged_at, acknowledged_by, lease_expires_at } = claimed;
      return {
        trusted: {
          id,
          acknowledged_at: String(acknowledged_at),
          acknowledged_by,
          lease_expires_at: String(lease_expires_at),
        },
      };
    },
  }),
  tool({
    name: 'reply',
    description: "Reply in the note's thread, which its submitter reads: ask a question, or say what you did.",
    input: z.strictObject({ id: AnnotationId, message: writtenText(10_000) }),
    hints: ADDS,
    run: async (call, { id, message }) => {
      const reply = await invoke(call, annotations, 'createReply', createReply, {
        params: { annotation_id: id },
        body: { body: message },
      });
      return {
        trusted: {
          id: reply.id,
          annotation_id: reply.annotation_id,
          author: reply.author,
          created_at: reply.created_at,
        },
      };
    },
  }),
  tool({
    name: 'resolve',
    description: 'Resolve a note with a summary of the fix. Attach evidence first.',
    input: z.strictObject({ id: AnnotationId, summary: writtenText(2000) }),
    hints: SETS,
    run: async (call, { id, summary }) =>
      changedView(
        await invoke(call, annotations, 'patchAnnotation', patchAnnotation, {
          params: { annotation_id: id },
          body: { status: 'resolved', summary },
        }),
      ),
  }),
  tool({
    name: 'patch_annotation',
    description: "Change a note's status, summary or assignee. Include a summary with resolved and won_t_fix.",
    input: z.strictObject({
      id: AnnotationId,
      status: given(z.string().max(40), 'pending, blocked, resolved, won_t_fix or duplicate'),
      summary: given(z.string().max(2000), 'The outcome'),
      assignee_id: given(z.string().max(40).nullable(), "A member's user ID, or null"),
    }),
    hints: SETS,
    run: async (call, { id, ...body }) =>
      changedView(
        await invoke(call, annotations, 'patchAnnotation', patchAnnotation, { params: { annotation_id: id }, body }),
      ),
  }),
  tool({
    name: 'get_resolution_upload_url',
    description:
      'Get an upload URL for a before or after image (at most 10 MiB). PUT the bytes to url with exactly these headers within 5 minutes, then pass key to attach_resolution.',
    input: z.strictObject({
      annotation_id: AnnotationId,
      kind: z.enum(['before', 'after']),
      content_type: z.string().max(120).meta({ description: 'image/png, image/jpeg or image/webp' }),
      size: given(wholeNumber(1), 'File size in bytes'),
    }),
    hints: ADDS,
    run: async (call, { annotation_id, ...body }) => ({
      trusted: await invokeOnEvidence(
        call,
        resolutions,
        'getResolutionUploadUrl',
        getResolutionUploadUrl(call.storage),
        {
          params: { annotation_id },
          body,
        },
      ),
    }),
  }),
  tool({
    name: 'attach_resolution',
    description: 'Attach evidence of a fix and notify the submitter. Requires at least one of the four fields.',
    input: z.strictObject({
      annotation_id: AnnotationId,
      before_key: given(z.string().max(512), 'key of the before image'),
      after_key: given(z.string().max(512), 'key of the after image'),
      diff_url: given(z.string().max(2048), 'https URL of the commit or pull request'),
      explanation: given(z.string().max(4096), 'Markdown'),
    }),
    hints: ADDS,
    run: async (call, { annotation_id, ...body }) =>
      resolutionView(
        await invokeOnEvidence(call, resolutions, 'createResolution', createResolution(call.storage), {
          params: { annotation_id },
          body,
        }),
      ),
  }),
  tool({
    name: 'list_resolutions',
    description: 'List the evidence attached to a note, oldest first, with image URLs valid for 5 minutes.',
    input: z.strictObject({ annotation_id: AnnotationId }),
    hints: READS,
    run: async (call, { annotation_id }) =>
      resolutionsView(
        await invokeOnEvidence(call, resolutions, 'listResolutions', listResolutions, { params: { annotation_id } }),
      ),
  }),
  tool({
    name: 'run_personas',
    description:
      'Get a second opinion on a note and its element from a panel of personas. It takes about a minute; then call read_annotation with review: true.',
    input: z.strictObject({
      id: AnnotationId,
      persona_ids: given(z.array(z.string().max(40)).min(1).max(10), 'Default: the recommended five'),
    }),
    hints: ADDS,
    run: (call, { id, persona_ids }) => startPersonas(call, id, persona_ids),
  }),
];
