import type { RuleId } from '../catalog.ts';
import type { Fact } from '../fact.ts';
import { byPlaces, notMeasured } from './outcome.ts';
import { NOTHING, type Seen } from './seen.ts';

const isDrawn = (url: string) => /\.svg(?:$|[?#])|^data:image\/svg/i.test(url);

export const pictureFacts = ({ page, traffic }: Seen): Fact[] => {
  const files = page.pictures.filter(({ url }) => !isDrawn(url));
  const drawn = files.filter(({ natural }) => natural.width > 0 && natural.height > 0);
  const isRefused = (url: string) =>
    URL.canParse(url) && traffic.refused.some((host) => host.startsWith(new URL(url).hostname));
  const sized = (rule: RuleId, filter: (picture: (typeof drawn)[number]) => boolean) =>
    byPlaces(
      rule,
      drawn.filter(filter).map(({ selector, box, natural, shown }) => ({
        selector,
        box,
        value: `${natural.width} × ${natural.height} → ${Math.round(shown.width)} × ${Math.round(shown.height)} px`,
      })),
    );
  if (page.pictures.length === 0) {
    const rules = ['image-broken', 'image-distorted', 'image-blurry', 'image-oversized', 'image-space'] as const;
    return rules.map((rule) => notMeasured(rule, NOTHING));
  }
  const failed = new Set(traffic.failed.map(({ url }) => url));
  return [
    byPlaces(
      'image-broken',
      page.pictures.filter(
        ({ url, natural, is_loaded }) =>
          !isRefused(url) && (failed.has(url) || (is_loaded && natural.width === 0 && !isDrawn(url))),
      ),
    ),
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
    byPlaces(
      'image-space',
      drawn.filter(({ has_space, shown }) => !has_space && shown.height > 20),
    ),
  ];
};
