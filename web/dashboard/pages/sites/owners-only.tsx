import { KeyRound } from 'lucide-react';
import { useText } from '../../words/messages.ts';

export const OwnersOnly = () => {
  const t = useText();
  return (
    <p className="owners-only">
      <KeyRound aria-hidden="true" /> {t('sites.owners_only')}
    </p>
  );
};
