import { ImageOff } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useText } from '../../../words/messages.ts';

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'onError'> {
  /** Every read of a note brings another address of the same picture; each ends after five minutes. */
  url: string;
  /** Reads the note again. */
  refresh: () => Promise<unknown>;
}

/** A picture that is loaded once, whatever address it gets later. Where loading fails, the newest address is tried, once. */
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
