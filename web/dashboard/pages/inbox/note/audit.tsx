import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../../client/index.ts';
import { Time } from '../../../kit/formats.tsx';
import { MoreButton } from '../../../kit/paged-list.tsx';
import { Waiting } from '../../../kit/states.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { PRIORITIES, STATUSES, VERIFICATION_STATES } from '../../../words/note-enums.generated.ts';
import { type Note, useNoteQueries, usePeople } from '../data.ts';
import { DEEDS, isKnownDeed } from './deeds.ts';

type Entry = OutputOf<'listAnnotationAudit'>['items'][number];

const whoOf = ({ actor_kind, actor_name }: Entry): string => {
  if (actor_kind === 'token') return t('note.audit.token', { name: actor_name ?? '' }).trim();
  return actor_name ?? t(`note.audit.by.${actor_kind}`);
};

type NameOf = (id: string) => string | undefined;

const assigned = ({ target: { assignee_id }, actor_id }: Entry, who: string, nameOf: NameOf): string => {
  if (typeof assignee_id !== 'string') return t('note.audit.unassigned', { who });
  if (assignee_id === actor_id) return t('note.audit.took', { who });
  return t('note.audit.assigned', { who, name: nameOf(assignee_id) ?? t('note.assignee.other') });
};

const ofPatch = (entry: Entry, who: string, nameOf: NameOf): string[] => {
  const { changed, status, quarantined, priority, due_on } = entry.target;
  const has = (name: string) => Array.isArray(changed) && changed.includes(name);
  const known = STATUSES.find((one) => one === status);
  const urgency = PRIORITIES.find((one) => one === priority);
  return [
    ...(known ? [t('note.audit.status', { who, status: t(`inbox.status.${known}`) })] : []),
    ...(has('assignee_id') ? [assigned(entry, who, nameOf)] : []),
    ...(urgency ? [t('note.audit.priority', { who, priority: t(`inbox.priority.${urgency}`) })] : []),
    ...(has('due_on') ? [t(due_on ? 'note.audit.due' : 'note.audit.due.removed', { who })] : []),
    ...(has('labels') ? [t('note.audit.labels', { who })] : []),
    ...(has('summary') ? [t('note.audit.outcome', { who })] : []),
    ...(quarantined === undefined ? [] : [t(quarantined ? 'note.audit.aside' : 'note.audit.released', { who })]),
  ];
};

const sentencesOf = (entry: Entry, nameOf: NameOf): string[] => {
  const who = whoOf(entry);
  const { action } = entry;
  if (isKnownDeed(action)) return [t(DEEDS[action], { who })];
  const seen = VERIFICATION_STATES.find((one) => one === entry.target.state);
  if (action === 'annotation.verified' && seen)
    return [t('note.audit.verified', { who, result: t(`note.verify.${seen}`) })];
  const said = action === 'annotation.patch' ? ofPatch(entry, who, nameOf) : [];
  return said.length > 0 ? said : [t('note.audit.other', { who, action })];
};

const Trail = ({ note }: { note: Note }) => {
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const { nameOf } = usePeople();
  const trail = useInfiniteQuery(useNoteQueries().audit(note.id));
  const { data, hasNextPage } = trail;
  const version = `${note.updated_at} ${note.replies.length} ${note.resolutions.length}`;
  const [shown, setShown] = useState(version);
  useEffect(() => {
    if (shown === version) return;
    setShown(version);
    void queries.invalidateQueries({ queryKey: [workspace.id, 'note', note.id, 'audit'] });
  }, [shown, version, queries, workspace.id, note.id]);
  if (!data) return <Waiting query={trail} lines={3} />;
  const lines = data.pages.flatMap(({ items }) =>
    items.flatMap((entry) => sentencesOf(entry, nameOf).map((said) => ({ said, at: entry.created_at }))),
  );
  const first = t('note.audit.left', { who: note.submitter.name || t('inbox.anonymous') });
  return (
    <>
      <ol className="stack close trail">
        {[...lines, ...(hasNextPage ? [] : [{ said: first, at: note.created_at }])].map(({ said, at }) => (
          <li key={`${at} ${said}`}>
            <span>{said}</span>
            <span className="fine">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
      <MoreButton list={trail} label={t('note.audit.earlier')} />
    </>
  );
};

export const AuditTrail = ({ note }: { note: Note }) => {
  const { workspace } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  if (workspace.role === 'GUEST') return null;
  return (
    <details className="audit" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('note.audit')}</summary>
      {isOpen && <Trail note={note} />}
    </details>
  );
};
