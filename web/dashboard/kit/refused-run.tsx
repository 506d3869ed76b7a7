import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../client/index.ts';
import { useText } from '../words/messages.ts';
import { ErrorNote } from './error-note.tsx';

/** Why a review did not start. Where the wallet is empty, with the way there; `kept` says what of the form stays meanwhile. */
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
