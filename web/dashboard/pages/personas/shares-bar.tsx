import { formatNumber } from '../../kit/formats.tsx';
import { t } from '../../words/messages.ts';
import { WHOLE } from './dimension-weights.ts';

export const formatShare = (share: number): string =>
  formatNumber(share / WHOLE, { style: 'percent', maximumFractionDigits: 1 });

interface Props {
  dimensions: readonly { key: string; name: string; share: number }[];
}

export const SharesBar = ({ dimensions }: Props) => {
  const named = dimensions.map(({ name, share }) => `${name || t('personas.dimension.unnamed')} ${formatShare(share)}`);
  return (
    <div className="shares" role="img" aria-label={t('personas.shares', { list: named.join(', ') })}>
      {dimensions.map(({ key, share }, index) => (
        <span key={key} className="hued" style={{ flexGrow: share }} title={named[index]} />
      ))}
    </div>
  );
};
