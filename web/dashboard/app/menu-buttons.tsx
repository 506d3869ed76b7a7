import { ChevronsUpDown, UserRound } from 'lucide-react';
import { initials } from '../kit/initials.ts';
import { useSession } from '../session/sign-in.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { useText } from '../words/messages.ts';

export const WorkspaceFace = () => {
  const t = useText();
  const { workspace } = useWorkspace();
  return (
    <>
      <span className="badge" aria-hidden="true">
        {initials(workspace.name)}
      </span>
      <span className="who">
        <span className="visually-hidden">{t('shell.switch_workspace')}: </span>
        <strong>{workspace.name}</strong>
        {workspace.personal && <small>{t('shell.personal')}</small>}
      </span>
      <ChevronsUpDown aria-hidden="true" />
    </>
  );
};

export const AccountFace = () => {
  const t = useText();
  const { person } = useSession();
  return (
    <>
      <UserRound aria-hidden="true" />
      <span className="who">
        <span className="visually-hidden">{t('shell.account')}: </span>
        {person?.email}
      </span>
      <ChevronsUpDown aria-hidden="true" />
    </>
  );
};
