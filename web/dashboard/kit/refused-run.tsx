import { CircleGauge, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../client/index.ts';
import { t } from '../words/messages.ts';
import { Link } from './router/link.tsx';
import { ErrorNote } from './states.tsx';

interface RefusalProps {
  icon: ReactNode;
  what: string;
  hint: ReactNode;
  tab: 'wallet' | 'usage';
  action: string;
}

const Refusal = ({ icon, what, hint, tab, action }: RefusalProps) => (
  <div className="error-note" role="alert">
    {icon}
    <div>
      <p className="what">{what}</p>
      <p>{hint}</p>
      <Link to="/workspace" search={{ tab }} className="button">
        {action}
      </Link>
    </div>
  </div>
);

/** A review that may not start for lack of money; other errors as usual. */
export const RefusedRun = ({ error, kept }: { error: unknown; kept?: ReactNode }) => {
  if (!(error instanceof ApiError)) return <ErrorNote error={error} />;
  if (error.code === 'monthly_limit')
    return (
      <Refusal
        icon={<CircleGauge aria-hidden="true" />}
        what={t('error.monthly_limit')}
        hint={t('error.monthly_limit.hint')}
        tab="usage"
        action={t('error.monthly_limit.usage')}
      />
    );
  if (error.status !== 402) return <ErrorNote error={error} />;
  return (
    <Refusal
      icon={<Wallet aria-hidden="true" />}
      what={t('error.unpaid')}
      hint={kept ?? t('error.unpaid.hint')}
      tab="wallet"
      action={t('error.unpaid.wallet')}
    />
  );
};
