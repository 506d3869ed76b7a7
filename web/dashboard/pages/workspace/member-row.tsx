import { useState } from 'react';
import { Time } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import { type Member, nameOf, ROLES, type Role } from './data.ts';
import { GrantedSites, GrantPicker } from './grants.tsx';
import { RoleTag } from './role-tag.tsx';
import { useMemberChange } from './use-member.ts';

interface GrantsProps {
  member: Member;
  /** Whether the user opened it; otherwise it opened with the role change, and focus stays there. */
  wasAsked: boolean;
  onDone: () => void;
}

const Grants = ({ member, wasAsked, onDone }: GrantsProps) => {
  const t = useText();
  const [chosen, setChosen] = useState<string[]>(member.site_grants);
  const { mutate, isPending } = useMemberChange();
  return (
    <form
      className="grants-form stack"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ member, to: { site_grants: chosen } }, { onSuccess: onDone });
      }}
    >
      <GrantPicker chosen={chosen} onChange={setChosen} autoFocus={wasAsked} />
      <div className="row">
        <button type="submit" className="button primary" disabled={isPending}>
          {t('common.save')}
        </button>
        <button type="button" className="button quiet" onClick={onDone}>
          {t('common.cancel')}
        </button>
      </div>
    </form>
  );
};

const RoleSelect = ({ member, onGuest }: { member: Member; onGuest: () => void }) => {
  const t = useText();
  const { mutate, isPending } = useMemberChange();
  return (
    <span className="select">
      <select
        aria-label={t('members.role_of', { name: nameOf(member) })}
        value={member.role}
        disabled={isPending}
        onChange={(event) => {
          const role = event.target.value as Role;
          mutate({ member, to: { role } }, { onSuccess: () => role === 'GUEST' && onGuest() });
        }}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {t(`shell.role.${role}`)}
          </option>
        ))}
      </select>
    </span>
  );
};

interface Props {
  member: Member;
  isMe: boolean;
  /** Whether the user can change this member. */
  mayChange: boolean;
  onRemove: () => void;
}

export const MemberRow = ({ member, isMe, mayChange, onRemove }: Props) => {
  const t = useText();
  const [picking, setPicking] = useState<'asked' | 'with role'>();
  const name = nameOf(member);
  return (
    <li className="member">
      <div className="member-who">
        <strong>{name}</strong> {isMe && <span className="tag good">{t('members.you')}</span>}
        <p className="fine">
          {name !== member.email && `${member.email} · `}
          {t('members.joined')} <Time at={member.created_at} />
        </p>
        {member.role === 'GUEST' && !picking && (
          <p className="fine">
            <GrantedSites grants={member.site_grants} /> {mayChange && '· '}
            {mayChange && (
              <button
                type="button"
                className="link"
                aria-label={`${t('members.grants.choose')}: ${name}`}
                onClick={() => setPicking('asked')}
              >
                {t('members.grants.choose')}
              </button>
            )}
          </p>
        )}
      </div>
      {mayChange ? (
        <div className="member-do">
          <RoleSelect member={member} onGuest={() => setPicking('with role')} />
          <button
            type="button"
            className="button danger-quiet"
            aria-label={`${t('members.remove')}: ${name}`}
            onClick={onRemove}
          >
            {t('members.remove')}
          </button>
        </div>
      ) : (
        <RoleTag role={member.role} />
      )}
      {picking && member.role === 'GUEST' && (
        <Grants member={member} wasAsked={picking === 'asked'} onDone={() => setPicking(undefined)} />
      )}
    </li>
  );
};
