import type { CapturedContext } from '../annotations/context-schema.ts';
import { dayOf, endOfDay, now } from '../kit/clock.ts';
import { countWithin } from '../kit/table/count-within.ts';
import { scratchKeys } from '../kit/table/keys.ts';
import type { Item, StoredRow, Table } from '../kit/table/table.ts';

export const VERIFICATIONS_A_DAY = 200;
const VISIT_MS = 45_000;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(value)));

/** For any other name, Chromium opens no window. */
const isLocale = (locale: string): boolean => {
  try {
    return !new Intl.Locale(locale).toString().startsWith('und');
  } catch {
    return false;
  }
};

export const orderOf = ({ page, anchor, environment }: CapturedContext) => {
  const { viewport = { width: 1280, height: 800 }, color_scheme = 'light', locale } = environment ?? {};
  const fragment = page.route?.includes('#') ? page.route.slice(page.route.indexOf('#')) : '';
  const width = clamp(viewport.width, 240, 3840);
  return {
    url: `${page.url}${fragment}`.slice(0, 2048),
    view: {
      width,
      height: clamp(viewport.height, 240, 2400),
      color_scheme,
      ...(locale && isLocale(locale) && { locale }),
      is_phone: width < 600,
    },
    wants: {
      candidates: [{ selector: anchor.selector ?? '', frame_path: anchor.frame_path ?? [] }],
      picture_at: Math.max(0, anchor.box?.y ?? 0),
    },
    timeout_ms: VISIT_MS,
  };
};

export const isOnSite = (site: Item, page_url: string): boolean => {
  const listed: unknown[] = Array.isArray(site.allowed_origins) ? site.allowed_origins : [];
  return listed.includes(URL.parse(page_url)?.origin);
};

/** Once per look: an attempt that is repeated because the renderer was busy is the same look. */
export const countVisit = async (table: Table, ws: string, row: StoredRow): Promise<boolean> => {
  if (row.is_counted === true) return true;
  const at = now();
  return table.tryTransact([
    countWithin(scratchKeys.verifications(ws, dayOf(at)), VERIFICATIONS_A_DAY, endOfDay(at)),
    { update: { pk: row.pk, sk: row.sk }, set: { is_counted: true }, when: [['=', 'job', row.job]] },
  ]);
};
