import { ExternalLink, Maximize, ZoomIn } from 'lucide-react';
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../../kit/dialog.tsx';
import { useText } from '../../../words/messages.ts';
import { LastingPicture } from './lasting-picture.tsx';
import { Pin } from './pin.tsx';
import type { Place } from './place.ts';

interface Props {
  title: string;
  url: string;
  refresh: () => Promise<unknown>;
  /** The area to scroll to, as fractions of the picture. */
  place?: Place | undefined;
  onClose: () => void;
}

/** A picture fitted to the window or at its actual size, scrolled to the clicked point. */
export const Enlarged = ({ title, url, refresh, place, onClose }: Props) => {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const centre = place ? { x: place.x + place.width / 2, y: place.y + place.height / 2 } : { x: 0.5, y: 0 };
  const [focus, setFocus] = useState<{ x: number; y: number }>();
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || !focus) return;
    current.scrollTo({
      left: focus.x * current.scrollWidth - current.clientWidth / 2,
      top: focus.y * current.scrollHeight - current.clientHeight / 2,
    });
  }, [focus]);
  const zoomAt = ({ nativeEvent, currentTarget }: MouseEvent<HTMLImageElement>) =>
    setFocus(
      focus
        ? undefined
        : {
            x: nativeEvent.offsetX / currentTarget.clientWidth,
            y: nativeEvent.offsetY / currentTarget.clientHeight,
          },
    );
  return (
    <Dialog title={title} onClose={onClose} wide>
      <section
        ref={frame}
        className={focus ? 'enlarged whole' : 'enlarged'}
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
      >
        <div className="whole-picture">
          <LastingPicture url={url} refresh={refresh} alt={title} onClick={zoomAt} />
          <Pin place={place} />
        </div>
      </section>
      <div className="dialog-actions">
        <a className="button quiet" href={url} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" /> {t('note.picture.tab')}
        </a>
        <button type="button" className="button" onClick={() => setFocus(focus ? undefined : centre)}>
          {focus ? <Maximize aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
          {t(focus ? 'note.picture.fit' : 'note.picture.whole')}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {t('common.close')}
        </button>
      </div>
    </Dialog>
  );
};
