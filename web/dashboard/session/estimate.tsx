import { estimateTokens, typicalSize } from '../../../functions/reviews/spend/estimate.ts';
import { costOf, toCents } from '../../../functions/reviews/spend/prices.ts';
import { formatCost, formatCount, formatDollars } from '../kit/formats.tsx';
import { t } from '../words/messages.ts';
import { spentIn, useModelUsage, useWallet } from './costs.ts';

interface Props {
  type: Parameters<typeof typicalSize>[0];
  /** Of the content, if it is here already. */
  characters?: number | undefined;
  personas: number;
}

const ROUND = 1000;

/** For workspaces that pay for each review. */
export const Price = () => {
  const { data: wallet } = useWallet();
  if (wallet?.billing_mode !== 'prepaid_micro') return null;
  const { per_review_price_cents: price, wallet_balance_cents: balance } = wallet;
  return <p>{t('estimate.price', { price: formatDollars(price), balance: formatDollars(balance) })}</p>;
};

/** Tokens and cost of a review before it starts. Nothing for rule-based checks or without prices. */
export const Estimate = ({ type, characters, personas }: Props) => {
  const { data: usage } = useModelUsage();
  if (!usage?.model?.prices) return null;
  const { samples, prices } = usage.model;
  const size = characters === undefined ? typicalSize(type) : { characters, pictures: 0 };
  const tokens = estimateTokens({ ...size, personas, samples });
  const cents = toCents(costOf(tokens, prices));
  const left = usage.limit_cents === null ? undefined : usage.limit_cents - spentIn(usage) - usage.reserved_cents;
  const about = Math.round((tokens.input + tokens.output) / ROUND) * ROUND;
  const sentences = [
    t('estimate.about', { tokens: formatCount(about), cost: formatCost(cents) }),
    characters === undefined && t('estimate.typical'),
    left !== undefined && cents > left && t('estimate.over', { left: formatCost(Math.max(0, left)) }),
  ];
  return (
    <p className="fine" role="status">
      {sentences.filter(Boolean).join(' ')}
    </p>
  );
};
