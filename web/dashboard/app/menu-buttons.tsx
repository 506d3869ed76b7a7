import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, UserRound } from 'lucide-react';
import { initials } from '../kit/initials.ts';
import { useSession } from '../session/sign-in.ts';
import { useWorkspace, workspacesOf } from '../session/workspace.tsx';
import { t } from '../words/messages.ts';

interface Named {
  name: string;
  personal: boolean;
}

export const WorkspaceName = ({ name, personal }: Named) => (
  <>
    <span className="badge" aria-hidden="true">
      {initials(name)}
    </span>
    <span className="who">
      <span className="visually-hidden">{t('shell.switch_workspace')}: </span>
      <strong>{name}</strong>
      {personal && <small>{t('shell.personal')}</small>}
    </span>
    <ChevronsUpDown aria-hidden="true" />
  </>
);

export const WorkspaceFace = () => <WorkspaceName {...useWorkspace().workspace} />;

export const AccountFace = () => {
  const { person } = useSession();
  const { data } = useQuery(workspacesOf(person?.id ?? ''));
  return (
    <>
      <UserRound aria-hidden="true" />
      <span className="who">
        <span className="visually-hidden">{t('shell.account')}: </span>
        <strong>{data?.profile.name}</strong>
        <small>{person?.email}</small>
      </span>
      <ChevronsUpDown aria-hidden="true" />
    </>
  );
};
