import { ImageOff } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useText } from '../../../words/messages.ts';

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'onError'> {
  /** Every fetch of a note returns a new URL of the same picture, valid for five minutes. */
  url: string;
  /** Refetches the note. */
  refresh: () => Promise<unknown>;
}

/** Loads a picture once, ignoring later URLs. If loading fails, retries once with the newest. */
export const LastingPicture = ({ url, refresh, alt, onLoad, ...image }: Props) => {
  const t = useText();
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
