import { MoveHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { t } from '../../../words/messages.ts';
import type { LastingPicture } from './picture.tsx';

const SIDES = ['before', 'after'] as const;

interface Props {
  before: string;
  after: string;
  Picture: typeof LastingPicture;
}

export const BeforeAfterSlider = ({ Picture, ...urls }: Props) => {
  const [share, setShare] = useState(50);
  const [width, setWidth] = useState(0);
  const widen = ({ naturalWidth }: HTMLImageElement) => setWidth((known) => Math.max(known, naturalWidth));
  return (
    <Slider aria-label={t('inbox.compare')} value={share} onChange={setShare}>
      {/* Touch: sideways moves the divider, up and down scrolls the page; the track would capture both. */}
      <SliderTrack className="framed layers" style={{ touchAction: 'pan-y', ...(width > 0 && { maxWidth: width }) }}>
        {SIDES.toReversed().map((side) => (
          <Picture
            key={side}
            url={urls[side]}
            alt={t(`inbox.${side}`)}
            draggable={false}
            onLoad={({ currentTarget }) => widen(currentTarget)}
            {...(side === 'before' && { style: { clipPath: `inset(0 ${100 - share}% 0 0)` } })}
          />
        ))}
        {SIDES.map((side) => (
          <span
            key={side}
            className={`side-label ${side}`}
            hidden={side === 'before' ? share < 15 : share > 85}
            aria-hidden="true"
          >
            {t(`inbox.${side}`)}
          </span>
        ))}
        <span className="divider" style={{ left: `${share}%` }} aria-hidden="true" />
        <SliderThumb className="handle">
          <MoveHorizontal aria-hidden="true" />
        </SliderThumb>
      </SliderTrack>
    </Slider>
  );
};
