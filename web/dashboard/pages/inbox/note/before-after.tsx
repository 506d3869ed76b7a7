import { MoveHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { useText } from '../../../words/messages.ts';
import { LastingPicture } from './lasting-picture.tsx';

interface Props {
  before: string;
  after: string;
  refresh: () => Promise<unknown>;
}

/** Before and after on top of each other; drag the divider or use the arrow keys to reveal more of either. */
export const BeforeAfter = ({ before, after, refresh }: Props) => {
  const t = useText();
  const [share, setShare] = useState(50);
  const [width, setWidth] = useState(0);
  const widen = ({ naturalWidth }: HTMLImageElement) => setWidth((known) => Math.max(known, naturalWidth));
  return (
    <Slider aria-label={t('inbox.compare')} value={share} onChange={setShare}>
      {/* Touch: sideways moves the divider, up and down scrolls the page; the track would capture both. */}
      <SliderTrack className="layers" style={{ touchAction: 'pan-y', ...(width > 0 && { maxWidth: width }) }}>
        <LastingPicture
          url={after}
          refresh={refresh}
          alt={t('inbox.after')}
          draggable={false}
          onLoad={({ currentTarget }) => widen(currentTarget)}
        />
        <LastingPicture
          url={before}
          refresh={refresh}
          alt={t('inbox.before')}
          draggable={false}
          onLoad={({ currentTarget }) => widen(currentTarget)}
          style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
        />
        <span className="side-label before" hidden={share < 15} aria-hidden="true">
          {t('inbox.before')}
        </span>
        <span className="side-label after" hidden={share > 85} aria-hidden="true">
          {t('inbox.after')}
        </span>
        <span className="divider" style={{ left: `${share}%` }} aria-hidden="true" />
        <SliderThumb className="handle">
          <MoveHorizontal aria-hidden="true" />
        </SliderThumb>
      </SliderTrack>
    </Slider>
  );
};
