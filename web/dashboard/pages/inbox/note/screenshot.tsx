import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../../kit/lazy-component.tsx';
import { t } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import { LastingPicture, Pin } from './picture.tsx';
import { partShown, placeIn } from './place.ts';

const Enlarged = lazyComponent(async () => (await import('./enlarged.tsx')).Enlarged, null);

/** In rem: taller pictures are scaled down to keep the thread in reach. */
const HIGHEST = 34;

const pointedAt = ({ anchor, selection }: Note): string => {
  const what = anchor.name || anchor.text || anchor.tag || '';
  if (anchor.kind === 'page') return t('note.pointed.page');
  if (anchor.kind === 'text' && selection) return t('note.pointed.text', { what: selection.text });
  if (!what) return '';
  return t(anchor.kind === 'region' ? 'note.pointed.region' : 'note.pointed.element', { what });
};

export const Screenshot = ({ note }: { note: Note }) => {
  const [size, setSize] = useState<{ width: number; height: number; isFull: boolean }>();
  const [isLarge, setLarge] = useState(false);
  const pointed = pointedAt(note);
  const { screenshot_url: url, thumbnail_url: thumbnail, environment } = note;
  if (!url)
    return (
      <p className="fine" dir="auto">
        {[pointed, t('note.picture.none')].filter(Boolean).join(' · ')}
      </p>
    );
  const measure = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement, isFull: boolean) =>
    setSize((known) => (known?.isFull ? known : { width, height, isFull }));
  const place = size?.isFull ? placeIn(note, size) : undefined;
  // As wide as on the visitor's screen, known before it loads if the widget took it.
  const isOfWidget = !size?.isFull || place?.isDrawn;
  const onScreen = isOfWidget ? partShown(note)?.width : size.width / Math.min(2, environment?.pixel_ratio ?? 1);
  const ratio = size ? size.width / size.height : undefined;
  return (
    <figure className="stack tight screenshot">
      <div
        className="framed stage"
        style={{
          ...(ratio && { aspectRatio: ratio, maxWidth: `min(100%, ${HIGHEST * ratio}rem)` }),
          ...(onScreen && { width: `${onScreen}px` }),
        }}
      >
        {thumbnail && !size?.isFull && (
          <img src={thumbnail} alt="" onLoad={({ currentTarget }) => measure(currentTarget, false)} />
        )}
        <LastingPicture
          url={url}
          alt={t('inbox.screenshot')}
          onLoad={({ currentTarget }) => measure(currentTarget, true)}
        />
        <Pin place={place} />
        <button type="button" className="enlarge" aria-label={t('note.picture.enlarge')} onClick={() => setLarge(true)}>
          <span>
            <Maximize2 aria-hidden="true" />
          </span>
        </button>
      </div>
      {pointed && (
        <figcaption className="fine" dir="auto">
          {pointed}
        </figcaption>
      )}
      {isLarge && <Enlarged title={t('inbox.screenshot')} url={url} place={place} onClose={() => setLarge(false)} />}
    </figure>
  );
};
