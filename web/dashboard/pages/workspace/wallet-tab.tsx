import { useInfiniteQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Card } from '../../kit/card.tsx';
import { formatDollars, Time } from '../../kit/formats.tsx';
import { MoreButton } from '../../kit/paged-list.tsx';
import { Link } from '../../kit/router/link.tsx';
import { EmptyState, Waiting } from '../../kit/states.tsx';
import { TableHead } from '../../kit/table.tsx';
import { useWallet, type Wallet } from '../../session/costs.ts';
import { t } from '../../words/messages.ts';
import { type LedgerEntry, useWorkspaceQueries } from './data.ts';
import { WorkspaceId } from './settings-tab.tsx';

/** The payment page; undefined if the stage has none and refers to this page. */
const payPage = ({ wallet_topup_url }: Wallet): string | undefined => {
  const url = URL.parse(wallet_topup_url ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return url.origin === location.origin && url.pathname.startsWith('/dashboard/') ? undefined : url.href;
};

const Balance = ({ wallet }: { wallet: Wallet }) => {
  const { wallet_balance_cents: balance, per_review_price_cents: price } = wallet;
  const pay = payPage(wallet);
  const count = price > 0 ? Math.floor(balance / price) : 0;
  return (
    <section className="card stack">
      <div className="row spread">
        <div>
          <h2>{t('wallet.balance')}</h2>
          <p className="figure">{formatDollars(balance)}</p>
        </div>
        {pay && (
          <a className="button primary" href={pay} target="_blank" rel="noreferrer">
            {t('wallet.top_up')} <ExternalLink aria-hidden="true" />
          </a>
        )}
      </div>
      <p className={count === 0 ? 'callout' : 'soft'}>{t('wallet.enough', { count, price: formatDollars(price) })}</p>
      {!pay && (
        <p className="fine">
          {t('wallet.no_page')} {t('wallet.no_page.id')} <WorkspaceId />
        </p>
      )}
    </section>
  );
};

const withBalances = (entries: readonly LedgerEntry[], now: number) => {
  let after = now;
  return entries.map((entry) => {
    const row = { entry, after };
    after -= entry.cents;
    return row;
  });
};

const Ledger = ({ wallet }: { wallet: Wallet }) => {
  const ledger = useInfiniteQuery(useWorkspaceQueries().ledger);
  if (!ledger.data) return <Waiting query={ledger} lines={5} />;
  const entries = ledger.data.pages.flatMap(({ items }) => items);
  return (
    <Card title={t('wallet.ledger')}>
      {entries.length === 0 && <p className="soft">{t('wallet.ledger.none')}</p>}
      {entries.length > 0 && (
        <table className="ledger">
          <TableHead names={[t('wallet.what'), t('wallet.amount'), t('wallet.after')]} />
          <tbody>
            {withBalances(entries, wallet.wallet_balance_cents).map(({ entry, after }) => (
              <tr key={entry.id}>
                <td>
                  {entry.review_id ? (
                    <Link to="/reviews/$reviewId" params={{ reviewId: entry.review_id }}>
                      {t(`wallet.kind.${entry.kind}`)}
                    </Link>
                  ) : (
                    t(`wallet.kind.${entry.kind}`)
                  )}{' '}
                  <small className="fine">
                    <Time at={entry.created_at} />
                    {entry.note && ` · ${entry.note}`}
                  </small>
                </td>
                <td className={entry.cents > 0 ? 'gain' : undefined}>
                  {formatDollars(entry.cents, { signDisplay: 'exceptZero' })}
                </td>
                <td>{formatDollars(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <MoreButton list={ledger} />
    </Card>
  );
};

export const WalletTab = () => {
  const query = useWallet();
  const { data: wallet } = query;
  if (!wallet) return <Waiting query={query} lines={4} />;
  if (wallet.billing_mode === 'none')
    return (
      <EmptyState
        title={t('wallet.free')}
        action={
          <Link to="/reviews/new" className="button">
            {t('wallet.free.review')}
          </Link>
        }
      >
        <p>{t('wallet.free.lead')}</p>
      </EmptyState>
    );
  return (
    <div className="stack narrow">
      <Balance wallet={wallet} />
      <Ledger wallet={wallet} />
    </div>
  );
};
