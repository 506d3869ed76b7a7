import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../kit/card.tsx';
import { Confirm } from '../../kit/dialog.tsx';
import { Switch } from '../../kit/form.tsx';
import { Link } from '../../kit/router/link.tsx';
import { refetchIfGone, Waiting } from '../../kit/states.tsx';
import { notify } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { type ApiToken, type Member, ROLES, useWorkspaceQueries } from './data.ts';
import { nameOf } from './member-name.ts';
import { MemberRow } from './member-row.tsx';
import { Leave, TransferOwnership } from './step-down.tsx';

const Invite = () => (
  <Link to="/workspace" search={{ tab: 'invitations' }} className="button primary">
    <UserPlus aria-hidden="true" /> {t('invitation.new')}
  </Link>
);

export const MembersTab = () => {
  const queries = useQueryClient();
  const { me, workspace, isOwn, service } = useWorkspace();
  const { members: query, tokens } = useWorkspaceQueries();
  const list = useQuery(query);
  const { data: members } = list;
  const [removing, setRemoving] = useState<Member>();
  const [revokes, setRevokes] = useState(false);
  const isOwner = workspace.role === 'OWNER';
  if (!members) return <Waiting query={list} lines={4} as="rows" />;
  const inOrder = members.toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
  const others = inOrder.filter(({ user_id }) => user_id !== me);
  const countWorkingTokens = async (user_id: string) => {
    const all = await queries.fetchQuery({ ...tokens, staleTime: 0 });
    const isWorking = ({ expires_at }: ApiToken) => expires_at === null || Number(expires_at) > Date.now();
    return all.filter((token) => token.created_by === user_id && isWorking(token)).length;
  };
  const remove = async ({ user_id, ...one }: Member) => {
    const api_tokens = revokes ? 'revoke' : 'keep';
    const left = await service
      .removeMember({ ws_id: workspace.id, user_id, query: { api_tokens } })
      .catch(refetchIfGone(queries, query.queryKey));
    queries.setQueryData(query.queryKey, (all) => all?.filter((it) => it.user_id !== user_id));
    await queries.invalidateQueries({ queryKey: tokens.queryKey });
    const working = left?.working_tokens ?? (await countWorkingTokens(user_id));
    const revoked = left?.revoked_tokens ?? 0;
    notify(t('members.removed', { name: nameOf(one), working, revoked }));
  };
  return (
    <div className="stack">
      <Card title={t('members.count', { count: members.length })} action={isOwner && <Invite />}>
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
      </Card>
      {isOwner && others.length > 0 && <TransferOwnership others={others} />}
      {!isOwner && !isOwn && (
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

/** A guest's access, instead of the member list, which guests can't see. */
export const GuestTab = () => {
  const { isOwn } = useWorkspace();
  const { data: sites, error, refetch } = useQuery(useSiteQueries().all);
  return (
    <div className="stack narrow">
      <Card title={t('members.guest.title')} lead={t('members.guest.lead')}>
        {(error || !sites) && <Waiting query={{ error, refetch }} lines={2} />}
        {sites?.length === 0 && <p className="callout">{t('members.guest.none')}</p>}
        {sites && sites.length > 0 && (
          <ul className="people">
            {sites.map(({ id, name }) => (
              <li key={id} className="row spread person">
                <strong>{name}</strong>
                <Link
                  to="/inbox"
                  search={{ site: id }}
                  className="button"
                  aria-label={`${t('members.guest.open')}: ${name}`}
                >
                  {t('members.guest.open')}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('members.guest.not')} lead={t('members.guest.not.lead')}>
        {!isOwn && (
          <div>
            <Leave />
          </div>
        )}
      </Card>
    </div>
  );
};
