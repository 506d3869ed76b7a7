import { useLocale, useText } from '../../words/messages.ts';
import { WHOLE } from './dimension-weights.ts';

export const usePercent = (): ((share: number) => string) => {
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (share) => format.format(share / WHOLE);
};

interface Props {
  dimensions: readonly { key: string; name: string; share: number }[];
}

export const SharesBar = ({ dimensions }: Props) => {
  const t = useText();
  const percent = usePercent();
  const named = dimensions.map(({ name, share }) => `${name || t('personas.dimension.unnamed')} ${percent(share)}`);
  return (
    <div className="shares" role="img" aria-label={t('personas.shares', { list: named.join(', ') })}>
      {dimensions.map(({ key, share }, index) => (
        <span key={key} className="hued" style={{ flexGrow: share }} title={named[index]} />
      ))}
    </div>
  );
};
