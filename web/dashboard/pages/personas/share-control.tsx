import { Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../kit/button.tsx';
import { t } from '../../words/messages.ts';
import { WHOLE } from './dimension-weights.ts';
import { formatShare } from './shares-bar.tsx';

const STEP = WHOLE / 100;

interface Props {
  name: string;
  share: number;
  most: number;
  isChangeable: boolean;
  isLocked: boolean;
  onShare: (share: number) => void;
  onLock: (isLocked: boolean) => void;
}

/** Holds the typed text, so that a half-typed number isn't corrected. */
const PercentField = ({ name, share, most, isChangeable, onShare }: Omit<Props, 'isLocked' | 'onLock'>) => {
  const [typed, setTyped] = useState<string>();
  return (
    <span className="percent-field">
      <input
        type="number"
        min={0}
        max={most / STEP}
        step={1 / STEP}
        aria-label={t('personas.weight.percent', { name })}
        disabled={!isChangeable}
        value={typed ?? String(share / STEP)}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value) onShare(target.valueAsNumber * STEP);
        }}
        onBlur={() => setTyped(undefined)}
        onKeyDown={({ key }) => key === 'Enter' && setTyped(undefined)}
      />
      <span aria-hidden="true">%</span>
    </span>
  );
};

export const ShareControl = ({ isLocked, onLock, ...rest }: Props) => {
  const { name, share, isChangeable, onShare } = rest;
  return (
    <div className="share-control">
      <input
        type="range"
        min={0}
        max={WHOLE}
        step={STEP}
        aria-label={t('personas.weight.of', { name })}
        aria-valuetext={formatShare(share)}
        disabled={!isChangeable}
        value={share}
        onChange={({ target }) => onShare(target.valueAsNumber)}
      />
      <PercentField {...rest} />
      <IconButton
        icon={isLocked ? Lock : LockOpen}
        label={t(isLocked ? 'personas.weight.unlock' : 'personas.weight.lock', { name })}
        aria-pressed={isLocked}
        onClick={() => onLock(!isLocked)}
      />
    </div>
  );
};
