import { ImageOff } from 'lucide-react';
import { type ComponentProps, createContext, use, useEffect, useRef, useState } from 'react';
import { t } from '../../../words/messages.ts';
import type { Place } from './place.ts';

export const RefreshPictures = createContext<() => Promise<unknown>>(() => Promise.resolve());

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'onError'> {
  /** Every fetch of a note returns a new URL of the same picture, valid for five minutes. */
  url: string;
}

export const LastingPicture = ({ url, alt, onLoad, ...image }: Props) => {
  const refresh = use(RefreshPictures);
  const newest = useRef(url);
  useEffect(() => {
    newest.current = url;
  }, [url]);
  const [kept, setKept] = useState({ url, round: 0 });
  const [state, setState] = useState<'fine' | 'again' | 'lost'>('fine');
  const tryAgain = async () => {
    if (state === 'again') return setState('lost');
    setState('again');
    if (url === kept.url) await refresh().catch(() => undefined);
    setKept(({ round }) => ({ url: newest.current, round: round + 1 }));
  };
  if (state === 'lost')
    return (
      <p className="picture-lost">
        <ImageOff aria-hidden="true" /> {t('note.picture.lost')}
      </p>
    );
  return (
    <img
      key={kept.round}
      {...image}
      src={kept.url}
      alt={alt}
      onError={() => void tryAgain()}
      onLoad={(event) => {
        setState('fine');
        onLoad?.(event);
      }}
    />
  );
};

const share = (part: number) => `${part * 100}%`;

export const Pin = ({ place }: { place: Place | undefined }) => {
  if (!place || place.isDrawn) return null;
  const { x, y, width, height } = place;
  return (
    <span className="pointed" style={{ left: share(x), top: share(y), width: share(width), height: share(height) }}>
      <svg viewBox="0 0 26 26" className="pin" aria-hidden="true">
        <path d="M1 25V13A12 12 0 1 1 13 25Z" />
      </svg>
    </span>
  );
};
