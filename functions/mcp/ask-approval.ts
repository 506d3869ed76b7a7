import { annotations } from '../annotations/contract.ts';
import { bindAnnotations, decideInClient, requestApproval } from '../annotations/operations.ts';
import type { AskPerson, Question } from './ask-person.ts';
import { callOf, invokeIn } from './invoke.ts';
import type { ToolCall } from './tool.ts';

const onNotes = invokeIn(annotations, bindAnnotations);

type Asked = Awaited<ReturnType<typeof decideInClient>>;

const shown = ({
  approval,
  waiting_for,
  unattended_edits: { allowed, reason },
}: Pick<Asked, 'waiting_for'> & {
  approval: { state: string } | null;
  unattended_edits: { allowed: boolean; reason: string };
}) => ({ approval: approval?.state ?? null, waiting_for, unattended_edits: { allowed, reason } });

/** Asks the person whose client this is, if their word counts; if they leave it open, or it doesn't, the OWNERs. */
export const askApproval = async (
  call: ToolCall,
  { member, answerAbout }: AskPerson,
  { id: annotation_id, intent, agent }: { id: string; intent: string; agent: string | undefined },
): Promise<{ trusted?: object; question?: Question }> => {
  const body = { intent, agent };
  const asked = await onNotes(call, 'requestApproval', requestApproval, { annotation_id }, { body });
  const { approval } = asked;
  if (approval?.state !== 'requested' || member === undefined) return { trusted: shown(asked) };
  const about = `${annotation_id}|${approval.id}`;
  const answer = answerAbout(about);
  if (answer === undefined) {
    const message = `Allow agents to make changes for the note ${annotation_id}? This one intends:\n\n${intent}`;
    return { question: { message, about } };
  }
  if (answer === 'open') return { trusted: shown(asked) };
  const ctx = bindAnnotations(call.table, callOf(call, 'decideApproval'));
  return { trusted: shown(await decideInClient(ctx, { annotation_id, decision: answer, approval_id: approval.id })) };
};
