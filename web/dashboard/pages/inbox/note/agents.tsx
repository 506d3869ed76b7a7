import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bot, Hand, ShieldQuestion } from 'lucide-react';
import { Button } from '../../../kit/button.tsx';
import { Time } from '../../../kit/formats.tsx';
import { ErrorNote } from '../../../kit/states.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { type Note, notesKey, useNoteQueries, usePeople } from '../data.ts';
import { useLease } from '../tags.tsx';

type Decision = 'approve' | 'decline' | 'withdraw';

/** Then the note is read again, also after a refusal: someone else may have decided. */
const useOnNote = (note: Note) => {
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const { queryKey } = useNoteQueries().one(note.id);
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: notesKey(workspace.id, note.site_id) }),
      ]),
  });
};

const useApproval = (note: Note) => {
  const { workspace, service } = useWorkspace();
  const { mutate, isPending, error } = useOnNote(note);
  const decide = (decision: Decision) => {
    const approval_id = note.approval?.id;
    const body = { decision, ...(approval_id !== undefined && { approval_id }) };
    mutate(() => service.decideApproval({ annotation_id: note.id, body }));
  };
  return { decide, isPending, error, mayDecide: workspace.role !== 'GUEST' };
};

const agentIn = (holder: string | null) => /\((.+)\)$/.exec(holder ?? '')?.[1];

/** The intent is the agent's own text. */
export const ApprovalBanner = ({ note }: { note: Note }) => {
  const { decide, isPending, error, mayDecide } = useApproval(note);
  const { approval } = note;
  if (approval?.state !== 'requested' || note.quarantine || !isOpen(note)) return null;
  return (
    <section className="row callout approval" aria-label={t('inbox.approval')}>
      <ShieldQuestion aria-hidden="true" />
      <div className="stack tight">
        <p>
          <strong>{t('note.approval.asks', { who: agentIn(approval.requested_by) ?? t('inbox.author.agent') })}</strong>
        </p>
        <blockquote className="words" dir="auto">
          {approval.intent}
        </blockquote>
        <p className="fine">
          {approval.requested_at && <Time at={approval.requested_at} />} ·{' '}
          {t(mayDecide ? 'note.approval.meaning' : 'note.approval.others')}
        </p>
        {error && <ErrorNote error={error} />}
      </div>
      {mayDecide && (
        <div className="row">
          <Button look="primary" disabled={isPending} onClick={() => decide('approve')}>
            {t('note.approval.approve')}
          </Button>
          <Button disabled={isPending} onClick={() => decide('decline')}>
            {t('note.approval.decline')}
          </Button>
        </div>
      )}
    </section>
  );
};

/** In the order in which the service decides. */
const reasonOf = ({ unattended_edits, quarantine, submitter, approval_state }: Note) => {
  if (quarantine) return 'note.unattended.quarantine';
  if (approval_state) return `note.unattended.${approval_state}` as const;
  if (unattended_edits.allowed) return 'note.unattended.allowed';
  return `note.unattended.${submitter.kind}` as const;
};

const Decided = ({ note }: { note: Note }) => {
  const { nameOf } = usePeople();
  const { approval } = note;
  if (!approval?.decided_at) return null;
  const who = nameOf(approval.decided_by ?? '') || approval.decided_by_name || t('note.assignee.other');
  return (
    <>
      <p className="fine">
        {who} · <Time at={approval.decided_at} />
      </p>
      {approval.intent && (
        <blockquote className="words fine" dir="auto">
          {approval.intent}
        </blockquote>
      )}
    </>
  );
};

const isOpen = ({ status }: Note) => status === 'pending' || status === 'blocked';

const Approval = ({ note }: { note: Note }) => {
  const { decide, isPending, error, mayDecide } = useApproval(note);
  const { unattended_edits, approval_state, quarantine } = note;
  const { allowed } = unattended_edits;
  const mayAllow = mayDecide && isOpen(note) && !allowed && !quarantine && approval_state !== 'requested';
  return (
    <>
      <p>
        <span className={allowed ? 'tag good' : 'tag'}>
          {t(allowed ? 'note.unattended.yes' : 'note.unattended.no')}
        </span>
      </p>
      <p className="soft">{t(reasonOf(note))}</p>
      <Decided note={note} />
      {error && <ErrorNote error={error} />}
      {mayAllow && (
        <div>
          <Button disabled={isPending} onClick={() => decide('approve')}>
            {t('note.approval.allow')}
          </Button>
        </div>
      )}
      {mayDecide && approval_state === 'approved' && (
        <div>
          <Button disabled={isPending} onClick={() => decide('withdraw')}>
            {t('note.approval.withdraw')}
          </Button>
        </div>
      )}
    </>
  );
};

const Claim = ({ note }: { note: Note }) => {
  const lease = useLease(note);
  const { me, nameOf } = usePeople();
  const { service } = useWorkspace();
  const { mutate, isPending, error } = useOnNote(note);
  const path = { annotation_id: note.id };
  const take = () => mutate(() => service.claimAnnotation({ ...path, body: { take_over: true } }));
  const release = () => mutate(() => service.releaseAnnotation(path));
  if (!lease) {
    return isOpen(note) ? (
      <div>
        <Button icon={Hand} disabled={isPending} onClick={take}>
          {t('note.claim.take')}
        </Button>
        {error && <ErrorNote error={error} />}
      </div>
    ) : null;
  }
  const holder = note.acknowledged_by ?? '';
  const isMine = holder === me;
  const who = lease.agent ?? nameOf(holder) ?? t(holder.includes(':') ? 'inbox.author.agent' : 'note.assignee.other');
  return (
    <>
      <p className="held">
        <Bot aria-hidden="true" className="state-icon done" />
        {isMine ? t('note.held.you', { until: lease.until }) : t('note.held', { who, until: lease.until })}
      </p>
      <p className="fine">{t(isMine ? 'note.claim.binds.you' : 'note.claim.binds')}</p>
      <div className="row">
        {!isMine && (
          <Button disabled={isPending} onClick={take}>
            {t('note.claim.take_over')}
          </Button>
        )}
        <Button disabled={isPending} onClick={release}>
          {t('note.claim.release')}
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
    </>
  );
};

export const Agents = ({ note }: { note: Note }) => (
  <section className="card stack close agents" aria-labelledby="agents">
    <h2 id="agents">{t('note.agents')}</h2>
    <Approval note={note} />
    <Claim note={note} />
  </section>
);
