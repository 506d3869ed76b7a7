import type * as z from 'zod';
import { contextSections, detailSections, type Section, seenText } from '../annotations/context-view.ts';
import { agentIn, credentialIn, isLeased } from '../annotations/lease.ts';
import { changeText } from '../annotations/revision.ts';
import type { Detail as Amount, Annotation } from '../annotations/schema.ts';
import { visitorText } from '../annotations/visitor.ts';
import { risksIn } from '../annotations/whole-thread.ts';
import { badRequest } from '../kit/errors.ts';
import { visible } from '../kit/text/visible.ts';
import { layOut } from './parts.ts';
import { estimateTokens } from './tokens.ts';
import type { ToolAnswer } from './tool.ts';

type Detail = z.output<typeof Annotation>;

/** A read stays under 2,500 tokens; the rest is in further parts. */
const READ_TOKENS = 2400;
const FRAME_TOKENS = 170;

const day = (time: string) => new Date(Number(time)).toISOString().slice(0, 16);

const threadText = ({ replies }: Detail) =>
  replies
    .filter(({ resolution_id }) => resolution_id === undefined)
    .map(({ author, author_name, body, created_at, internal }) => {
      const name = author_name && ` (${author_name})`;
      return `${author}${name}${internal ? ', internal' : ''}, ${day(created_at)}: ${body}`;
    })
    .reverse()
    .join('\n');

const resolutionText = ({ resolutions }: Detail) =>
  resolutions
    .map((resolution) => {
      const { actor_kind, created_at } = resolution;
      return `${actor_kind}, ${day(created_at)}: ${changeText(resolution) || 'images only'}`;
    })
    .reverse()
    .join('\n');

const writtenSections = (detail: Detail): Section[] => [
  { title: 'note', text: detail.body, first: 600 },
  ...contextSections(detail),
  ...detailSections(detail),
  { title: 'submitter', text: detail.submitter.name, first: 20 },
  { title: 'visitor', text: visitorText(detail.visitor), first: 60 },
  { title: 'names of files', text: (detail.files ?? []).map(({ name }) => name).join('\n'), first: 40 },
  {
    title: detail.summary_of ? `summary when it was ${detail.summary_of}` : 'summary',
    text: detail.summary,
    first: 120,
  },
  { title: 'labels', text: detail.labels.join(', '), first: 40 },
  { title: 'agent that claimed it last', text: agentIn(detail.acknowledged_by ?? '') ?? '', first: 20 },
  { title: 'intended change', text: approvalText(detail), first: 120 },
  { title: 'thread, newest first', text: threadText(detail), first: 250 },
  { title: 'resolutions, newest first', text: resolutionText(detail), first: 150 },
  {
    title: 'element when checked',
    text: detail.verification?.element ? seenText(detail.verification.element) : '',
    first: 120,
  },
];

const lastResolution = ({ resolutions }: Detail) => {
  const last = resolutions.at(-1);
  if (!last) return {};
  const { id, actor_kind, before_url, after_url, notification_status, created_at } = last;
  return { last_resolution: { id, actor_kind, before_url, after_url, notification_status, created_at } };
};

const verified = ({ verification }: Detail) => {
  if (!verification) return {};
  const { state, anchor, changed_inside, picture, reason, checked_at } = verification;
  return { verification: { state, anchor, changed_inside, picture, ...(reason && { reason }), checked_at } };
};

/** The member's name is in the untrusted part. */
const editsOf = ({ unattended_edits: { allowed, reason, allowed_by, allowed_at } }: Detail) => ({
  allowed,
  reason,
  ...(allowed_by !== null && { allowed_by, allowed_at }),
});

const approvalOf = ({ approval }: Detail) => {
  if (!approval) return {};
  const { state, requested_by, requested_at } = approval;
  return {
    approval: { state, ...(requested_by !== null && { requested_by: credentialIn(requested_by), requested_at }) },
  };
};

const approvalText = ({ approval }: Detail) => {
  const agent = agentIn(approval?.requested_by ?? '');
  return [
    approval?.intent,
    agent && `asked by ${agent}`,
    approval?.decided_by_name && `decided by ${approval.decided_by_name}`,
  ]
    .filter(Boolean)
    .join('\n');
};

/** Every value is of the server's own making. */
const facts = (detail: Detail, now: number) => {
  const risks = risksIn(detail, detail.replies);
  const isHeld = isLeased(detail, now);
  return {
    id: detail.id,
    status: detail.status,
    kind: detail.kind,
    auto_fix: detail.auto_fix,
    unattended_edits: editsOf(detail),
    ...approvalOf(detail),
    ...(detail.quarantine && { quarantine: detail.quarantine }),
    ...(detail.flag && { flag: detail.flag }),
    ...(risks.length > 0 && { risks }),
    submitter: detail.submitter.kind,
    has_email: detail.submitter.has_email,
    ...(detail.submitter.identity && { identity: detail.submitter.identity }),
    ...(detail.duplicate_of && { duplicate_of: detail.duplicate_of }),
    ...(detail.confirmation && { submitter_says_fixed: detail.confirmation.fixed }),
    ...(detail.priority !== 'none' && { priority: detail.priority }),
    ...(detail.due_on && { due_on: detail.due_on }),
    assignee_id: detail.assignee_id,
    ...(isHeld && { held_by: credentialIn(detail.acknowledged_by ?? ''), held_until: detail.lease_expires_at }),
    created_at: detail.created_at,
    updated_at: detail.updated_at,
    screenshot_url: detail.screenshot_url,
    ...(detail.files && { files: detail.files.map(({ type, size, url }) => ({ type, size, url })) }),
    replies: detail.replies.length,
    ...(detail.replies.some(({ review_id }) => review_id !== undefined) && { reviewed: true }),
    resolutions: detail.resolutions.length,
    ...lastResolution(detail),
    ...verified(detail),
    ...(detail.anchor_check && { anchor_check: detail.anchor_check }),
  };
};

const SIGNATURE = /(\/files\/k\d+\.)[\da-z]+(\.[\w-]+\.)[\w-]+/g;
const COSTLIEST = `$1${'a0'.repeat(3)}$2${'a0'.repeat(11)}`;

/** At most, whenever it's asked, so that the parts of a note fit together though its URLs are signed for each. */
const tokensOf = (detail: Detail): number =>
  estimateTokens(JSON.stringify(facts(detail, 0)).replaceAll(SIGNATURE, COSTLIEST));

const partFacts = (id: string, part: number, parts: number, amount: Amount) => ({
  part,
  parts,
  ...(part < parts && {
    next: `read_annotation {"id":"${id}","part":${part + 1}${amount === 'full' ? ',"detail":"full"' : ''}}`,
  }),
});

export const readView = (detail: Detail, part: number, now: number, amount: Amount = 'brief'): ToolAnswer => {
  const trusted = facts(detail, now);
  const sections = writtenSections(detail).map((section) => ({
    ...section,
    text: visible(section.text).trim(),
  }));
  const room = READ_TOKENS - FRAME_TOKENS;
  const parts = layOut(sections, room - tokensOf(detail), room);
  const untrusted = parts[part - 1];
  if (untrusted === undefined) throw badRequest('no_such_part', { count: parts.length });
  const of = parts.length > 1 ? partFacts(detail.id, part, parts.length, amount) : {};
  return { trusted: part === 1 ? { ...trusted, ...of } : { id: detail.id, ...of }, untrusted };
};

/** The first part of each note, all in one fence: none can close another's. */
export const readTogether = (details: readonly Detail[], now: number, amount: Amount): ToolAnswer => {
  const views = details.map((detail) => readView(detail, 1, now, amount));
  return {
    trusted: { notes: views.map(({ trusted }, at) => ({ n: at + 1, ...trusted })) },
    untrusted: views.map(({ untrusted }, at) => `${at + 1}. ${untrusted}`).join('\n\n'),
  };
};
