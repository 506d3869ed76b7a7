import { RULE_IDS, RULES, type RuleId } from '../catalog.ts';
import type { Fact } from '../fact.ts';
import { LINKS_UNKNOWN, linkFacts, PRIVATE_HOST } from './links.ts';
import { byPlaces, failedIf, notMeasured } from './outcome.ts';
import { pictureFacts } from './pictures.ts';
import { axeFact, both, bySpots, NOTHING, type Seen, spots, UNSURE, type ViewName } from './seen.ts';

const OWN: ReadonlySet<RuleId> = new Set(['contrast', 'tap-target']);
const AXE_RULES = RULE_IDS.filter((id) => RULES[id].axe && !OWN.has(id));

const FILE_NAME = /\.(?:jpe?g|png|gif|webp|svg|avif|bmp)$|^(?:IMG|DSC|PXL|image)[_-]?\d+$/i;
const NO_DESCRIPTION =
  /^(?:image|picture|photo|photograph|graphic|img|bild|foto|untitled|placeholder|画像|写真)\W*\d*$/i;

const PERSONAL =
  /\b(?:e-?mail|phone|tel(?:e(?:phone|fon))?|mobile|(?:first|last|given|family|full|sur)[_ -]?name|surname|vorname|nachname|postal|zip|postcode|plz|street|address(?:[_ -]?line)?|straße|birthday|birth ?date|bday|telefon)\b/i;

const formFacts = ({ page }: Seen): Fact[] => {
  const unnamed = page.fields.filter(
    ({ type, names, autocomplete, is_search }) =>
      autocomplete === null &&
      !is_search &&
      (/^(?:email|tel)$/.test(type) ||
        (/^text/.test(type) &&
          PERSONAL.test(names.replace(/_/g, ' ')) &&
          !/\b(?:ip|web|url|wallet|server)\b/i.test(names))),
  );
  const own = byPlaces('field-autocomplete', unnamed);
  const isOpen = (action: string) =>
    /^http:/.test(action) && URL.canParse(action) && !PRIVATE_HOST.test(new URL(action).hostname);
  const insecure = page.forms.filter(({ action, has_password }) =>
    has_password ? !page.is_secure || isOpen(action) : page.is_secure && isOpen(action),
  );
  return [
    page.fields.length === 0
      ? notMeasured('field-autocomplete', NOTHING)
      : both(own, axeFact('field-autocomplete', page, null)),
    page.forms.length === 0 ? notMeasured('form-insecure', NOTHING) : byPlaces('form-insecure', insecure),
  ];
};

const GENERIC_TITLE =
  /^(?:untitled(?: document| page)?|document|home(?:page)?|index(?:\.html)?|app|my (?:app|site|website)|react app|vite(?: ?\+ ?\w+)*|(?:create )?next(?:\.js)? app|new page|page|test|title|website|startseite|willkommen|welcome|無題(?:ドキュメント)?)$/i;

export const isGenericTitle = (title: string): boolean => GENERIC_TITLE.test(title.trim());

const metadataFacts = ({ page, links }: Seen): Fact[] => {
  const { title, description, card, canonicals, icons, structured_data: data } = page;
  const named = axeFact('page-title', page, null);
  const isGeneric = isGenericTitle(title);
  const icon = links?.find(({ url }) => (icons.length > 0 ? icons.includes(url) : url.endsWith('/favicon.ico')));
  const hasIcon = icon?.status == null ? icons.length > 0 || undefined : icon.status < 400;
  return [
    isGeneric
      ? failedIf('page-title', true, { measured: title, places: [{ quote: title }] })
      : { ...named, measured: title.slice(0, 200) || null },
    failedIf('description', !description?.trim(), { measured: description?.slice(0, 200) ?? null }),
    failedIf('social-card', !card.title?.trim() || !/^https?:\/\//.test(card.image ?? '')),
    failedIf('canonical', canonicals.length > 1 || canonicals.some((href) => !/^https?:\/\//.test(href)), {
      places: canonicals.map((href) => ({ value: href })),
    }),
    hasIcon === undefined ? notMeasured('favicon', LINKS_UNKNOWN) : failedIf('favicon', !hasIcon),
    failedIf('doctype', page.is_quirky),
    data.count === 0
      ? notMeasured('structured-data', NOTHING)
      : byPlaces(
          'structured-data',
          data.faults.map((value) => ({ value })),
        ),
    failedIf('viewport-missing', !/width\s*=\s*device-width/i.test(page.viewport ?? ''), { measured: page.viewport }),
  ];
};

const fileName = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url).slice(0, 120);

const errorFacts = ({ page, console, traffic, url }: Seen): Fact[] => {
  const pictures = new Set(page.pictures.map((picture) => picture.url));
  const failed = traffic.failed.filter(
    (one) =>
      !pictures.has(one.url) &&
      !(one.kind === 'Image' && one.status === 404) &&
      !one.url.endsWith('/favicon.ico') &&
      !/^(?:csp|inspector)$/.test(one.error ?? ''),
  );
  return [
    byPlaces(
      'console-error',
      console.map(({ text }) => ({ quote: text })),
    ),
    byPlaces(
      'request-failed',
      failed.map((one) => ({ quote: one.url, value: `${one.status ?? one.error ?? ''} ${fileName(one.url)}` })),
    ),
    /^https:/.test(url)
      ? byPlaces(
          'mixed-content',
          traffic.mixed.map((one) => ({ quote: one })),
        )
      : notMeasured('mixed-content', 'The page is not encrypted.'),
  ];
};

/** Failed if the median of three visits exceeds twice what is good. */
const GOOD = { lcp: 2500, cls: 0.1, 'blocking-time': 200, 'page-bytes': 2_000_000 } as const;
const SECONDS = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const speedFacts = ({ timings, traffic }: Seen, view: ViewName): Fact[] => {
  const one = (rule: keyof typeof GOOD, value: number | null, say: (value: number) => string) =>
    value === null
      ? notMeasured(rule, UNSURE, view)
      : failedIf(rule, value > 2 * GOOD[rule], { measured: say(value), view });
  return [
    one('lcp', timings.lcp_ms, SECONDS),
    one('cls', timings.cls, (value) => value.toFixed(2)),
    one('blocking-time', timings.blocking_ms, SECONDS),
    one('page-bytes', traffic.bytes, (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`),
  ];
};

const viewFacts = (seen: Seen, view: ViewName): Fact[] => {
  const { page } = seen;
  const { width } = page;
  return [
    axeFact('contrast', page, view),
    ...(view === 'narrow' ? [axeFact('tap-target', page, view)] : []),
    failedIf('sideways-scroll', width.page > width.window + 1, {
      measured: `${width.page} > ${width.window} px`.replace(/^(\d+) > \1 px$/, '$1 px'),
      places: spots(page.too_wide.places),
      view,
    }),
    bySpots('text-small', page.small_text, view),
    bySpots('text-cut', page.cut_text, view),
    bySpots('view-covered', page.covering, view),
    ...speedFacts(seen, view),
  ];
};

/** The same in both windows is one fact; in the second window only what is new counts. */
const merged = (wide: readonly Fact[], narrow: readonly Fact[]): Fact[] => {
  const rest = new Map(narrow.map((fact) => [fact.rule, fact]));
  const all = wide.flatMap((fact) => {
    const other = rest.get(fact.rule);
    rest.delete(fact.rule);
    if (!other || other.state === 'not_measured') return [fact];
    if (fact.state === 'passed' && other.state === 'passed')
      return [{ ...fact, view: RULES[fact.rule as RuleId].is_timing ? fact.view : null }];
    if (fact.state !== 'failed' || other.state !== 'failed') return [fact, other];
    const known = new Set(fact.places.map(({ selector }) => selector));
    const added = other.places.filter(({ selector }) => !known.has(selector));
    return added.length > 0 ? [fact, { ...other, places: added, count: added.length }] : [fact];
  });
  return [...all, ...rest.values()];
};

/** Only a page that shows something can lack these. */
const SHOWN: ReadonlySet<string> = new Set<RuleId>(['heading-one', 'landmarks', 'skip-link']);

/** Of its markup, files and requests; `seen` is the wider window if both are there. */
export const pageFacts = (seen: Seen, views: Partial<Record<ViewName, Seen>>): Fact[] => {
  const { page } = seen;
  const alts = page.pictures.filter(
    ({ alt }) => alt !== null && (FILE_NAME.test(alt.trim()) || NO_DESCRIPTION.test(alt.trim())),
  );
  const headless = page.tables.filter((table) => table.is_data && !table.has_headers);
  const own: Fact[] = [
    byPlaces(
      'image-alt-words',
      alts.map((picture) => ({ ...picture, quote: picture.alt ?? '' })),
    ),
    bySpots('duplicate-id', page.repeated_ids),
    page.fields.length === 0
      ? notMeasured('field-label', NOTHING)
      : byPlaces(
          'field-label',
          page.fields.filter(
            ({ has_label, is_search, names }) => !has_label && !is_search && !/\b(?:q|s|query|search)\b/i.test(names),
          ),
        ),
    bySpots('keyboard-reach', page.unreachable),
    page.uncaptioned.videos === 0
      ? notMeasured('media-captions', NOTHING)
      : bySpots('media-captions', page.uncaptioned),
    page.tables.length === 0 ? notMeasured('table-structure', NOTHING) : byPlaces('table-structure', headless),
  ];
  const byRule = new Map(own.map((fact) => [fact.rule, fact]));
  const done = new Set(['field-autocomplete', 'page-title']);
  const accessible = [...AXE_RULES, 'media-captions' as const]
    .filter((rule) => !done.has(rule))
    .map((rule) => {
      const mine = byRule.get(rule);
      const theirs = axeFact(rule, page, null);
      return mine ? both(mine, theirs) : theirs;
    });
  const { characters, media, fields } = page.content;
  const isEmpty = characters < 20 && media === 0 && fields === 0;
  const all = [
    ...merged(views.wide ? viewFacts(views.wide, 'wide') : [], views.narrow ? viewFacts(views.narrow, 'narrow') : []),
    ...accessible,
    ...pictureFacts(seen),
    ...linkFacts(seen),
    ...formFacts(seen),
    ...metadataFacts(seen),
    ...errorFacts(seen),
    failedIf('page-empty', isEmpty),
  ];
  return isEmpty ? all.map((fact) => (SHOWN.has(fact.rule) ? notMeasured(fact.rule as RuleId, NOTHING) : fact)) : all;
};

/** Measured by a browser alone. */
export const BROWSER_RULES: readonly RuleId[] = RULE_IDS.filter((id) => {
  const { topic } = RULES[id];
  return id !== 'pdf-tags' && topic !== 'language' && topic !== 'consistency';
});
