import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Switch } from '../../kit/field.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { notify } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { type Member, nameOf, ROLES, useWorkspaceQueries } from './data.ts';
import { Leave } from './leave.tsx';
import { MemberRow } from './member-row.tsx';
import { TransferOwnership } from './transfer-ownership.tsx';

const Invite = () => {
  const t = useText();
  return (
    <Link to="/workspace" search={{ tab: 'invitations' }} className="button primary">
      <UserPlus aria-hidden="true" /> {t('members.invite')}
    </Link>
  );
};

export const MembersTab = () => {
  const t = useText();
  const queries = useQueryClient();
  const { me, workspace, service } = useWorkspace();
  const {
    members: query,
    tokens: { queryKey: tokensKey },
  } = useWorkspaceQueries();
  const { data: members, error, refetch } = useQuery(query);
  const [removing, setRemoving] = useState<Member>();
  const [revokes, setRevokes] = useState(false);
  const isOwner = workspace.role === 'OWNER';
  if (!members) return error ? <ErrorNote error={error} retry={refetch} /> : <Skeleton lines={4} as="rows" />;
  const inOrder = members.toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
  const others = inOrder.filter(({ user_id }) => user_id !== me);
  const remove = async ({ user_id, ...one }: Member) => {
    const api_tokens = revokes ? 'revoke' : 'keep';
    const left = await service.removeMember({ ws_id: workspace.id, user_id, query: { api_tokens } });
    queries.setQueryData(query.queryKey, (all) => all?.filter((it) => it.user_id !== user_id));
    await queries.invalidateQueries({ queryKey: tokensKey });
    notify(t('members.removed', { name: nameOf(one), working: left.working_tokens, revoked: left.revoked_tokens }));
  };
  return (
    <div className="stack">
      <section className="card stack">
        <div className="row spread">
          <h2>{t('members.count', { count: members.length })}</h2>
          {isOwner && <Invite />}
        </div>
        <ul className="people">
          {inOrder.map((member) => {
            const isMe = member.user_id === me;
            return (
              <MemberRow
                key={member.user_id}
                member={member}
                isMe={isMe}
                mayChange={isOwner && !isMe}
                onRemove={() => {
                  setRevokes(false);
                  setRemoving(member);
                }}
              />
            );
          })}
        </ul>
        {others.length === 0 && <p className="soft">{t('members.alone')}</p>}
      </section>
      {isOwner ? (
        others.length > 0 && <TransferOwnership others={others} />
      ) : (
        <div>
          <Leave />
        </div>
      )}
      {removing && (
        <Confirm
          title={t('members.remove.title', { name: nameOf(removing) })}
          action={t('members.remove')}
          run={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t('members.remove.what')}</p>
          <Switch
            label={t('members.remove.revoke')}
            checked={revokes}
            onChange={({ target }) => setRevokes(target.checked)}
          />
        </Confirm>
      )}
    </div>
  );
};
