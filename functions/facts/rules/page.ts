import type { Measurements } from '../../browser/in-page/measurements.ts';
import { said } from '../../codes/said.ts';
import { RULES } from '../catalog.ts';
import type { Fact } from '../fact.ts';
import { RULE_IDS, type RuleId } from '../properties.ts';
import { LINKS_UNKNOWN, linkFacts, PRIVATE_HOST } from './links.ts';
import { byKind, byPlaces, failedIf, NOTHING, notMeasured } from './outcome.ts';
import { pictureFacts } from './pictures.ts';
import { axeFact, both, bySpots, isCutOff, placesBesides, type Seen, UNSURE, type ViewName } from './seen.ts';

/** Measured in each window, or next to a rule about its words. */
const OWN: ReadonlySet<RuleId> = new Set(['contrast', 'tap-target', 'page-title']);
const AXE_RULES = RULE_IDS.filter((id) => RULES[id].axe && !OWN.has(id));

const FILE_NAME = /\.(?:jpe?g|png|gif|webp|svg|avif|bmp)$|^(?:IMG|DSC|PXL|image)[_-]?\d+$/i;
const NO_DESCRIPTION =
  /^(?:image|picture|photo|photograph|graphic|img|bild|foto|untitled|placeholder|画像|写真)\W*\d*$/i;

const PERSONAL =
  /\b(?:e-?mail|phone|tel(?:e(?:phone|fon))?|mobile|(?:first|last|given|family|full|sur)[_ -]?name|surname|vorname|nachname|postal|zip|postcode|plz|street|address(?:[_ -]?line)?|straße|birthday|birth ?date|bday|telefon)\b/i;

const isPersonal = ({ type, names, autocomplete, is_search }: Measurements['fields'][number]): boolean =>
  autocomplete === null &&
  !is_search &&
  (/^(?:email|tel)$/.test(type) ||
    (/^text/.test(type) &&
      PERSONAL.test(names.replace(/_/g, ' ')) &&
      !/\b(?:ip|web|url|wallet|server)\b/i.test(names)));

const isOpen = (action: string) =>
  /^http:/.test(action) && URL.canParse(action) && !PRIVATE_HOST.test(new URL(action).hostname);

const formFact = ({ page: { forms, is_secure } }: Seen): Fact => {
  const insecure = forms.filter(({ action, has_password }) =>
    has_password ? !is_secure || isOpen(action) : is_secure && isOpen(action),
  );
  return byKind('form-insecure', forms.length, insecure);
};

const TOOLS =
  'react|preact|vue|vite|next|nuxt|svelte(?:kit)?|angular|astro|gatsby|remix|solid|ember|electron|expo|ionic|flutter|laravel|rails|django|wordpress|parcel|webpack';
const GENERIC_TITLE = new RegExp(
  [
    'untitled(?: (?:document|page))?|document|home(?:page)?|index(?:\\.html)?|(?:new |test )?page|test|title',
    '(?:my |new |your |demo )*(?:app|site|website|blog|project)',
    `(?:my |create |welcome to )?(?:${TOOLS})(?:\\.?js)?(?: ?\\+ ?\\w+)*(?: (?:app|project|starter|template|site|website))?`,
    'startseite|willkommen|welcome|neue seite|無題(?:ドキュメント)?',
  ]
    .map((title) => `^(?:${title})$`)
    .join('|'),
  'i',
);

export const isGenericTitle = (title: string): boolean => GENERIC_TITLE.test(title.trim());

const siteOf = (url: string) => new URL(url).hostname.split('.').slice(-2).join('.');
/** A copy on a private host rightly names the public one. */
const isOtherSite = (href: string, from: string) =>
  URL.canParse(href) && !PRIVATE_HOST.test(new URL(from).hostname) && siteOf(href) !== siteOf(from);

const metadataFacts = (seen: Seen): Fact[] => {
  const { page, links, url } = seen;
  const { title, description, card, canonicals, icons, structured_data: data } = page;
  const faults = data.faults.map((value) => ({ value }));
  const named = axeFact('page-title', seen, null);
  const isGeneric = isGenericTitle(title);
  const icon = links?.find(({ url }) => (icons.length > 0 ? icons.includes(url) : url.endsWith('/favicon.ico')));
  const hasIcon = icon?.status == null ? icons.length > 0 || undefined : icon.status < 400;
  return [
    isGeneric
      ? failedIf('page-title', true, { measured: title, places: [{ quote: title }] })
      : { ...named, measured: title.slice(0, 200) || null },
    failedIf('description', !description?.trim(), { measured: description?.slice(0, 200) ?? null }),
    failedIf('social-card', !card.title?.trim() || !/^https?:\/\//.test(card.image ?? '')),
    failedIf(
      'canonical',
      canonicals.length > 1 || canonicals.some((href) => !/^https?:\/\//.test(href) || isOtherSite(href, url)),
      { places: canonicals.map((href) => ({ value: href })) },
    ),
    hasIcon === undefined ? notMeasured('favicon', LINKS_UNKNOWN) : failedIf('favicon', !hasIcon),
    failedIf('doctype', page.is_quirky),
    byKind('structured-data', data.count, faults),
    failedIf('viewport-missing', !/width\s*=\s*device-width/i.test(page.viewport ?? ''), { measured: page.viewport }),
  ];
};

const fileName = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url).slice(0, 120);

const errorFacts = (seen: Seen): Fact[] => {
  const { page, console, traffic, url } = seen;
  const pictures = new Set(page.pictures.map((picture) => picture.url));
  const failed = traffic.failed.filter(
    (one) =>
      !pictures.has(one.url) &&
      !(one.kind === 'Image' && one.status === 404) &&
      !one.url.endsWith('/favicon.ico') &&
      !/^(?:csp|inspector)$/.test(one.error ?? ''),
  );
  const errors = console.map(({ text }) => ({ quote: text }));
  const certain = isCutOff(seen) ? failed.filter(({ status }) => status !== null) : failed;
  const requests = certain.map((one) => ({
    quote: one.url,
    value: `${one.status ?? one.error ?? ''} ${fileName(one.url)}`,
  }));
  const mixed = traffic.mixed.map((quote) => ({ quote }));
  return [
    byPlaces('console-error', errors),
    failed.length > 0 && certain.length === 0
      ? notMeasured('request-failed', UNSURE)
      : byPlaces('request-failed', requests),
    /^https:/.test(url) ? byPlaces('mixed-content', mixed) : notMeasured('mixed-content', said('page_not_encrypted')),
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
    axeFact('contrast', seen, view),
    ...(view === 'narrow' ? [axeFact('tap-target', seen, view)] : []),
    failedIf('sideways-scroll', width.page > width.window + 1, {
      measured: `${width.page} > ${width.window} px`.replace(/^(\d+) > \1 px$/, '$1 px'),
      places: page.too_wide.places,
      view,
    }),
    bySpots('text-small', page.small_text, view),
    bySpots('text-cut', page.cut_text, view),
    bySpots('view-covered', page.covering, view),
    ...speedFacts(seen, view),
  ];
};

/**
 * The same in both windows is one fact, unless it is a time. If both measured the same fault, only what is new in the
 * second one counts.
 */
const merged = (wide: readonly Fact[], narrow: readonly Fact[]): Fact[] => {
  const rest = new Map(narrow.map((fact) => [fact.rule, fact]));
  const all = wide.flatMap((fact) => {
    const other = rest.get(fact.rule);
    rest.delete(fact.rule);
    if (!other || other.state === 'not_measured') return [fact];
    if (fact.state !== other.state || RULES[fact.rule as RuleId].is_timing) return [fact, other];
    if (fact.state === 'failed' && fact.measured !== other.measured) return [fact, other];
    const added = placesBesides(fact, other);
    return added.length > 0 ? [fact, { ...other, places: added, count: added.length }] : [{ ...fact, view: null }];
  });
  return [...all, ...rest.values()];
};

/** Only a page that shows something can lack these. */
const SHOWN: ReadonlySet<string> = new Set<RuleId>(['heading-one', 'landmarks', 'skip-link']);

/** Of its markup, files and requests; `seen` is the wider window if both are there. */
export const pageFacts = (seen: Seen, views: Partial<Record<ViewName, Seen>>): Fact[] => {
  const { page } = seen;
  const alts = page.pictures
    .filter(({ alt }) => FILE_NAME.test(alt?.trim() ?? '') || NO_DESCRIPTION.test(alt?.trim() ?? ''))
    .map((picture) => ({ ...picture, quote: picture.alt ?? '' }));
  const headless = page.tables.filter((table) => table.is_data && !table.has_headers);
  const unlabeled = page.fields.filter(
    ({ has_label, is_search, names }) => !has_label && !is_search && !/\b(?:q|s|query|search)\b/i.test(names),
  );
  const own: Fact[] = [
    byPlaces('image-alt-words', alts),
    bySpots('duplicate-id', page.repeated_ids),
    byKind('field-label', page.fields.length, unlabeled),
    byKind('field-autocomplete', page.fields.length, page.fields.filter(isPersonal)),
    bySpots('keyboard-reach', page.unreachable),
    page.uncaptioned.videos === 0
      ? notMeasured('media-captions', NOTHING)
      : bySpots('media-captions', page.uncaptioned),
    byKind('table-structure', page.tables.length, headless),
  ];
  const byRule = new Map(own.map((fact) => [fact.rule, fact]));
  const accessible = AXE_RULES.map((rule) => {
    const mine = byRule.get(rule);
    const theirs = axeFact(rule, seen, null);
    return mine ? both(mine, theirs) : theirs;
  });
  const { media, fields } = page.content;
  const isEmpty = page.characters < 20 && media === 0 && fields === 0;
  const all = [
    ...merged(views.wide ? viewFacts(views.wide, 'wide') : [], views.narrow ? viewFacts(views.narrow, 'narrow') : []),
    ...accessible,
    ...pictureFacts(seen),
    ...linkFacts(seen),
    formFact(seen),
    ...metadataFacts(seen),
    ...errorFacts(seen),
    failedIf('page-empty', isEmpty),
  ];
  return isEmpty ? all.map((fact) => (SHOWN.has(fact.rule) ? notMeasured(fact.rule as RuleId, NOTHING) : fact)) : all;
};
