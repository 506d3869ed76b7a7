import { hostOf } from '../../browser/host-of.ts';
import type { Fact } from '../fact.ts';
import type { RuleId } from '../properties.ts';
import { byKind, notMeasured } from './outcome.ts';
import { isCutOff, type Seen, UNSURE } from './seen.ts';

const isDrawn = (url: string) => /\.svg(?:$|[?#])|^data:image\/svg/i.test(url);

export const pictureFacts = (seen: Seen): Fact[] => {
  const { page, traffic } = seen;
  const files = page.pictures.filter(({ url }) => !isDrawn(url));
  const drawn = files.filter(({ natural }) => natural.width > 0 && natural.height > 0);
  const isRefused = (url: string) => traffic.refused.includes(hostOf(url));
  const sized = (rule: RuleId, filter: (picture: (typeof drawn)[number]) => boolean) =>
    byKind(
      rule,
      page.pictures.length,
      drawn.filter(filter).map(({ selector, box, natural, shown }) => ({
        selector,
        box,
        value: `${natural.width} × ${natural.height} → ${Math.round(shown.width)} × ${Math.round(shown.height)} px`,
      })),
    );
  const failed = new Set(traffic.failed.map(({ url }) => url));
  const answered = new Set(traffic.failed.flatMap(({ url, status }) => (status === null ? [] : [url])));
  const broken = page.pictures.filter(
    ({ url, natural, is_loaded }) =>
      !isRefused(url) && (failed.has(url) || (is_loaded && natural.width === 0 && !isDrawn(url))),
  );
  const certain = isCutOff(seen) ? broken.filter(({ url }) => answered.has(url)) : broken;
  const unreserved = drawn.filter(({ has_space, shown }) => !has_space && shown.height > 20);
  return [
    broken.length > 0 && certain.length === 0
      ? notMeasured('image-broken', UNSURE)
      : byKind('image-broken', page.pictures.length, certain),
    sized('image-distorted', ({ fit, natural, shown }) => {
      const ratio = shown.width / shown.height / (natural.width / natural.height);
      return fit === 'fill' && Math.min(shown.width, shown.height) >= 24 && Math.abs(Math.log(ratio)) > 0.08;
    }),
    sized(
      'image-blurry',
      ({ natural, shown }) =>
        shown.width >= 64 && shown.width > natural.width * 1.5 && shown.height > natural.height * 1.5,
    ),
    sized('image-oversized', ({ natural, shown }) => {
      const [has, needs] = [natural.width * natural.height, shown.width * shown.height];
      return needs > 0 && has > 1_500_000 && has > 16 * needs;
    }),
    byKind('image-space', page.pictures.length, unreserved),
  ];
};
