import * as z from 'zod';
import { acknowledgeAnnotation } from '../annotations/acknowledge-annotation.ts';
import { annotations } from '../annotations/contract.ts';
import { createReply } from '../annotations/create-reply.ts';
import { getAnnotation } from '../annotations/get-annotation.ts';
import { listAnnotations } from '../annotations/list-annotations.ts';
import { patchAnnotation } from '../annotations/patch-annotation.ts';
import { wholeNumber, writtenText } from '../kit/contract/schema.ts';
import { MAX_CURSOR } from '../kit/table/cursor.ts';
import { resolutions } from '../resolutions/contract.ts';
import { createResolution } from '../resolutions/create-resolution.ts';
import { getResolutionUploadUrl } from '../resolutions/get-resolution-upload-url.ts';
import { listResolutions } from '../resolutions/list-resolutions.ts';
import { contextOf, invoke } from './invoke.ts';
import { listView } from './list-view.ts';
import { readView } from './read-view.ts';
import { resolutionsView, resolutionView } from './resolutions-view.ts';
import { startPersonas } from './start-personas.ts';
import { type AgentTool, type ToolAnswer, type ToolHints, tool } from './tool.ts';

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

/** The ten tools of the server, in the order in which an agent meets them. */
export const agentTools: readonly AgentTool[] = [
  tool({
    name: 'list_annotations',
    description:
      'List the notes that visitors pinned on this site, newest first, in brief. Start with status "pending". A page may be short: go on with cursor until next_cursor is null.',
    input: z.strictObject({
      status: given(z.string().max(40), 'pending, blocked, resolved, won_t_fix or duplicate'),
      kind: given(z.string().max(80), 'bug, copy, design, question, idea, praise or other'),
      since: given(wholeNumber(0), 'Epoch ms: created at or after'),
      auto_fix: given(z.boolean(), 'true: only notes whose submitter allowed unattended edits; false: only others'),
      quarantined: given(z.boolean(), 'true: only notes set aside as suspected spam; quarantined_count says how many'),
      limit: given(wholeNumber(1, 200), 'Default 50'),
      cursor: given(z.string().max(MAX_CURSOR), 'next_cursor of the page before'),
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
      'Read one note: what was said, page, element, source hint, HTML, styles, console, thread, screenshot URL, and whether you may edit unattended. Long ones come in parts.',
    input: z.strictObject({ id: AnnotationId, part: given(wholeNumber(1, 1000), 'Default 1') }),
    hints: READS,
    run: async (call, { id, part = 1 }) => {
      const detail = await invoke(call, annotations, 'getAnnotation', getAnnotation, { params: { annotation_id: id } });
      return readView(detail, part, call.now);
    },
  }),
  tool({
    name: 'acknowledge',
    description:
      'Claim a note for 30 minutes before you work on it, so that no other agent does. The status stays. Repeat to renew; if someone else has it you are told who and until when.',
    input: z.strictObject({
      id: AnnotationId,
      agent: given(z.string().max(80), 'Your name, where several agents share this token'),
    }),
    hints: SETS,
    run: async (call, args) => {
      const claimed = await acknowledgeAnnotation(contextOf(call, 'acknowledge'), args);
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
    description: "Write on the note's thread, which its submitter reads: ask what is unclear, or say what you did.",
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
    description: 'Set a note to resolved, with a summary of what was done. Attach evidence first.',
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
    description: 'Change status, summary or assignee of a note. Give a summary with resolved and won_t_fix.',
    input: z.strictObject({
      id: AnnotationId,
      status: given(z.string().max(40), 'pending, blocked, resolved, won_t_fix or duplicate'),
      summary: given(z.string().max(2000), 'The outcome'),
      assignee_id: given(z.string().max(40).nullable(), "A member's user id, or null"),
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
      'Get an address for a before or after image (at most 10 MiB). PUT the bytes to url with exactly these headers within 5 minutes, then pass key to attach_resolution.',
    input: z.strictObject({
      annotation_id: AnnotationId,
      kind: z.enum(['before', 'after']),
      content_type: z.string().max(120).meta({ description: 'image/png, image/jpeg or image/webp' }),
      size: given(wholeNumber(1), 'Bytes of the file'),
    }),
    hints: ADDS,
    run: async (call, { annotation_id, ...body }) => ({
      trusted: await invoke(call, resolutions, 'getResolutionUploadUrl', getResolutionUploadUrl(call.storage), {
        params: { annotation_id },
        body,
      }),
    }),
  }),
  tool({
    name: 'attach_resolution',
    description: 'Attach evidence of a fix; the submitter is told. Give at least one of the four fields.',
    input: z.strictObject({
      annotation_id: AnnotationId,
      before_key: given(z.string().max(512), 'key of the before image'),
      after_key: given(z.string().max(512), 'key of the after image'),
      diff_url: given(z.string().max(2048), 'https address of the commit or pull request'),
      explanation: given(z.string().max(4096), 'Markdown'),
    }),
    hints: ADDS,
    run: async (call, { annotation_id, ...body }) =>
      resolutionView(
        await invoke(call, resolutions, 'createResolution', createResolution(call.storage), {
          params: { annotation_id },
          body,
        }),
      ),
  }),
  tool({
    name: 'list_resolutions',
    description: 'List the evidence attached to a note, oldest first, with image URLs that are good for 5 minutes.',
    input: z.strictObject({ annotation_id: AnnotationId }),
    hints: READS,
    run: async (call, { annotation_id }) =>
      resolutionsView(
        await invoke(call, resolutions, 'listResolutions', listResolutions, { params: { annotation_id } }),
      ),
  }),
  tool({
    name: 'run_personas',
    description:
      'Have a panel of personas judge a note and its element, when you want a second opinion. They take a minute or so; their verdict comes as a reply on the thread: read_annotation.',
    input: z.strictObject({
      id: AnnotationId,
      persona_ids: given(z.array(z.string().max(40)).min(1).max(10), 'Default: five that suit'),
    }),
    hints: ADDS,
    run: (call, { id, persona_ids }) => startPersonas(call, id, persona_ids),
  }),
];
