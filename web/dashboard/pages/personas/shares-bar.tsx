import { useText } from '../../words/messages.ts';
import { usePercent } from './percent.ts';

interface Props {
  dimensions: readonly { key: string; name: string; share: number }[];
}

/** All weights as one bar, in the dimensions' colors. */
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
