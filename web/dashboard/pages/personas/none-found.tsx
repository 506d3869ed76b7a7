import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useText } from '../../words/messages.ts';

/** In place of personas where none fits the filters; `all` is the list without them. */
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
