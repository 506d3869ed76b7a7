import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useText } from '../../words/messages.ts';

/** Shown if no persona matches the filters; `all` links to the list without them. */
export const NoneFound = ({ all }: { all: '/personas' | '/personas/marketplace' }) => {
  const t = useText();
  const clear = (
    <Link to={all} className="button">
      {t('personas.clear')}
    </Link>
  );
  return (
    <EmptyState title={t('personas.none')} action={clear}>
      <p>{t('personas.none.lead')}</p>
    </EmptyState>
  );
};
