import { useEffect, useMemo, useState } from 'react';
import { t } from '../../../words/messages.ts';
import { type Picture, type Size, useReport } from './context.ts';
import { FindingLink } from './finding-link.tsx';
import { severityName } from './severity.tsx';
import type { ReportedFinding } from './types.ts';

/** Keeps the first signed URLs, so that a refresh of the review loads nothing again. Undefined for those that fail. */
export const usePictures = (urls: readonly string[]): readonly (Picture | undefined)[] => {
  const [kept, setKept] = useState(urls);
  const [sizes, setSizes] = useState<ReadonlyMap<string, Size | 'lost'>>(new Map());
  if (kept.length !== urls.length) setKept(urls);
  useEffect(() => {
    for (const url of kept) {
      const image = new Image();
      const show = (size: Size | 'lost') => setSizes((known) => new Map(known).set(url, size));
      image.onload = () => show({ width: image.naturalWidth, height: image.naturalHeight });
      image.onerror = () => show('lost');
      image.src = url;
    }
  }, [kept]);
  return useMemo(
    () =>
      kept.map((url) => {
        const size = sizes.get(url);
        return size === 'lost' ? undefined : { url, size };
      }),
    [kept, sizes],
  );
};

type Region = readonly number[];

/** Around a region, so much is shown at least: pixels of the picture. */
const MIN_SIZE: Size = { width: 480, height: 180 };
const AROUND = 1.25;

const span = (start: number, part: number, whole: number, least: number): [from: number, length: number] => {
  const length = Math.min(whole, Math.max(part * whole * AROUND, least));
  const middle = (start + part / 2) * whole;
  return [Math.min(whole - length, Math.max(0, middle - length / 2)), length];
};

const RegionOf = ({ region: [x = 0, y = 0, width = 0, height = 0], size }: { region: Region; size: Size }) => (
  <rect
    className="region"
    x={x * size.width}
    y={y * size.height}
    width={width * size.width}
    height={height * size.height}
  />
);

/** The picture's part that a finding is about. */
export const Crop = ({ region, picture: { url, size } }: { region: Region; picture: Picture }) => {
  if (!size) return <div className="crop" />;
  const [x = 0, y = 0, width = 0, height = 0] = region;
  const [left, wide] = span(x, width, size.width, MIN_SIZE.width);
  const [top, tall] = span(y, height, size.height, MIN_SIZE.height);
  const percent = (part: number) => Math.round(part * 100);
  const label = t('review.region', {
    x: percent(x),
    y: percent(y),
    width: percent(width),
    height: percent(height),
  });
  return (
    <svg
      className="crop"
      viewBox={`${left} ${top} ${wide} ${tall}`}
      preserveAspectRatio="xMinYMid meet"
      role="img"
      aria-label={label}
    >
      <image href={url} width={size.width} height={size.height} />
      <RegionOf region={region} size={size} />
    </svg>
  );
};

export interface PinOf {
  finding: ReportedFinding;
  number: number;
  region: Region;
  /** How many earlier pins are so close that this one moves aside; null if one of them is the finding's own. */
  aside: number | null;
}

const NEAR = 0.08;

type Place = ReportedFinding['evidence'][number];

/** A pin for each region in a picture, of the findings that have a number; none for repeats. */
export const pinsOf = (
  findings: readonly ReportedFinding[],
  numberOf: (id: string) => number | undefined,
  isIn: (place: Place) => boolean,
): PinOf[] => {
  const pins: PinOf[] = [];
  for (const finding of findings) {
    const number = numberOf(finding.id);
    if (number === undefined || finding.same_as !== null) continue;
    for (const place of finding.evidence) {
      const { region } = place;
      if (!region || !isIn(place)) continue;
      const isNear = (one: PinOf) => [0, 1].every((at) => Math.abs((one.region[at] ?? 0) - (region[at] ?? 0)) < NEAR);
      const near = pins.filter((one) => one.aside !== null && isNear(one));
      const isOwn = near.some((one) => one.finding === finding);
      pins.push({ finding, number, region, aside: isOwn ? null : near.length });
    }
  }
  return pins.sort((one, other) => one.number - other.number);
};

const share = (part = 0) => `${part * 100}%`;

const Pin = ({ pin: { finding, number, region, aside } }: { pin: PinOf }) => {
  const severity = severityName(finding);
  const { nameOf } = useReport();
  const [x, y, width, height] = region;
  const label = t('review.pin', { number, dimension: finding.dimension, name: nameOf(finding.persona_id) });
  return (
    <>
      <span
        className="pin-region"
        data-about={finding.id}
        style={{ left: share(x), top: share(y), width: share(width), height: share(height) }}
      />
      {aside !== null && (
        <FindingLink
          id={finding.id}
          className="finding-pin"
          style={{
            left: `min(${share(x)} + ${aside * 1.75}rem, 100% - 1.75rem)`,
            top: `min(${share(y)}, 100% - 1.75rem)`,
          }}
          aria-label={severity ? `${label}, ${severity}` : label}
          title={finding.dimension}
        >
          {number}
        </FindingLink>
      )}
    </>
  );
};

const STAGE_REM = 24;

interface PinnedProps {
  picture: Picture;
  number: number;
  pins: readonly PinOf[];
  /** The newest signed URL. */
  href: string | undefined;
}

/** The reviewed picture with numbered pins that link to findings. */
export const PinnedPicture = ({ picture: { url, size }, number, pins, href }: PinnedProps) => (
  <figure className="card pinned" aria-label={t('review.pins')}>
    {size && (
      <div
        className="pinned-stage"
        style={{
          width: `min(100%, ${(STAGE_REM * size.width) / size.height}rem, ${size.width}px)`,
          aspectRatio: `${size.width} / ${size.height}`,
        }}
      >
        <img src={url} alt={t('review.read.picture', { number })} />
        {pins.map((pin) => (
          <Pin key={`${pin.finding.id} ${pin.region}`} pin={pin} />
        ))}
      </div>
    )}
    <figcaption className="fine">
      {t('review.pins.lead')}{' '}
      <a href={href ?? url} target="_blank" rel="noreferrer">
        {t('review.pins.open')}
      </a>
    </figcaption>
  </figure>
);
