import { useText } from '../../words/messages.ts';
import type { Role } from './data.ts';

export const RoleTag = ({ role }: { role: Role }) => {
  const t = useText();
  return <span className={role === 'OWNER' ? 'tag accent' : 'tag'}>{t(`shell.role.${role}`)}</span>;
};
