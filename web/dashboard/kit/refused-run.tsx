import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../client/index.ts';
import { useText } from '../words/messages.ts';
import { ErrorNote } from './error-note.tsx';

/** Says why a review didn't start. If the wallet is empty, links to it; `kept` says which input is kept meanwhile. */
export const RefusedRun = ({ error, kept }: { error: unknown; kept?: ReactNode }) => {
  const t = useText();
  if (!(error instanceof ApiError) || error.status !== 402) return <ErrorNote error={error} />;
  return (
    <div className="error-note" role="alert">
      <Wallet aria-hidden="true" />
      <div>
        <p className="what">{t('error.unpaid')}</p>
        <p>{kept ?? t('error.unpaid.hint')}</p>
        <Link to="/workspace" search={{ tab: 'wallet' }} className="button">
          {t('error.unpaid.wallet')}
        </Link>
      </div>
    </div>
  );
};
