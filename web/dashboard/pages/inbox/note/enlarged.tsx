import { ExternalLink, Maximize, ZoomIn } from 'lucide-react';
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { t } from '../../../words/messages.ts';
import { LastingPicture, Pin } from './picture.tsx';
import type { Place } from './place.ts';

interface Props {
  title: string;
  url: string;
  place?: Place | undefined;
  onClose: () => void;
}

export const Enlarged = ({ title, url, place, onClose }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const center = place ? { x: place.x + place.width / 2, y: place.y + place.height / 2 } : { x: 0.5, y: 0 };
  const [focus, setFocus] = useState<{ x: number; y: number }>();
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || !focus) return;
    current.scrollTo({
      left: focus.x * current.scrollWidth - current.clientWidth / 2,
      top: focus.y * current.scrollHeight - current.clientHeight / 2,
    });
  }, [focus]);
  const zoomAt = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: MouseEvent<HTMLImageElement>) => {
    const { clientWidth, clientHeight } = currentTarget;
    setFocus(focus ? undefined : { x: offsetX / clientWidth, y: offsetY / clientHeight });
  };
  return (
    <Dialog title={title} onClose={onClose} wide>
      <section
        ref={frame}
        className={focus ? 'framed enlarged whole' : 'framed enlarged'}
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
      >
        <div className="whole-picture">
          <LastingPicture url={url} alt={title} onClick={zoomAt} />
          <Pin place={place} />
        </div>
      </section>
      <div className="dialog-actions">
        <a className="button quiet" href={url} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" /> {t('note.picture.tab')}
        </a>
        <Button icon={focus ? Maximize : ZoomIn} onClick={() => setFocus(focus ? undefined : center)}>
          {t(focus ? 'note.picture.fit' : 'note.picture.whole')}
        </Button>
        <Button look="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  );
};
