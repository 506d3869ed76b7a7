import { ENGLISH, type RuleTexts } from './english.ts';
import type { Rule } from './fact.ts';

type Properties = Omit<Rule, 'id' | 'fault' | 'fix'>;

const rule = (
  topic: Rule['topic'],
  severity: Rule['severity'],
  effort: Rule['effort'],
  link: string,
  axe: readonly string[] = [],
): Properties => ({ topic, severity, effort, link, ...(axe.length > 0 && { axe }) });

const wcag = (name: string) => `https://www.w3.org/WAI/WCAG22/Understanding/${name}`;
const web = (name: string) => `https://web.dev/articles/${name}`;
const mdn = (name: string) => `https://developer.mozilla.org/en-US/docs/Web/${name}`;
const search = (name: string) => `https://developers.google.com/search/docs/${name}`;
const HEURISTICS = 'https://www.nngroup.com/articles/ten-usability-heuristics/';
const PLAIN = 'https://digital.gov/guides/plain-language';

const ARIA = [
  'aria-allowed-attr aria-allowed-role aria-braille-equivalent aria-conditional-attr aria-deprecated-role',
  'aria-dialog-name aria-meter-name aria-progressbar-name aria-prohibited-attr aria-required-attr',
  'aria-required-children aria-required-parent aria-roledescription aria-roles aria-text aria-tooltip-name',
  'aria-treeitem-name aria-valid-attr aria-valid-attr-value presentation-role-conflict',
].flatMap((line) => line.split(' '));

/** An experimental or redundant check of axe is in no list, and so in no report. */
const PROPERTIES = {
  contrast: rule('accessibility', 3, 'small', wcag('contrast-minimum'), ['color-contrast']),
  'image-alt': rule('accessibility', 3, 'small', wcag('non-text-content'), [
    ...['image-alt', 'area-alt', 'input-image-alt', 'role-img-alt', 'svg-img-alt', 'object-alt'],
  ]),
  'image-alt-words': rule('accessibility', 2, 'small', wcag('non-text-content'), ['image-redundant-alt']),
  'control-name': rule('accessibility', 3, 'small', wcag('name-role-value'), [
    ...['button-name', 'input-button-name', 'summary-name', 'aria-command-name', 'aria-toggle-field-name'],
    'aria-tab-name',
  ]),
  'link-name': rule('accessibility', 3, 'small', wcag('link-purpose-in-context'), ['link-name']),
  'field-label': rule('accessibility', 3, 'small', wcag('labels-or-instructions'), [
    ...['label', 'select-name', 'aria-input-field-name', 'form-field-multiple-labels', 'label-title-only'],
  ]),
  'field-autocomplete': rule('accessibility', 1, 'small', wcag('identify-input-purpose'), ['autocomplete-valid']),
  'label-mismatch': rule('accessibility', 2, 'small', wcag('label-in-name'), ['label-content-name-mismatch']),
  'tap-target': rule('accessibility', 2, 'small', wcag('target-size-minimum'), ['target-size']),
  'zoom-blocked': rule('accessibility', 3, 'small', wcag('resize-text'), [
    ...['meta-viewport', 'css-orientation-lock', 'avoid-inline-spacing'],
  ]),
  'heading-one': rule('accessibility', 2, 'small', wcag('headings-and-labels'), ['page-has-heading-one']),
  'heading-order': rule('accessibility', 1, 'small', wcag('info-and-relationships'), ['heading-order']),
  'heading-empty': rule('accessibility', 2, 'small', wcag('headings-and-labels'), ['empty-heading']),
  landmarks: rule('accessibility', 1, 'medium', wcag('info-and-relationships'), [
    ...['landmark-one-main', 'landmark-banner-is-top-level', 'landmark-complementary-is-top-level'],
    ...['landmark-contentinfo-is-top-level', 'landmark-main-is-top-level', 'landmark-no-duplicate-banner'],
    ...['landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main', 'landmark-unique'],
  ]),
  'skip-link': rule('accessibility', 1, 'small', wcag('bypass-blocks'), ['bypass', 'skip-link']),
  'html-lang': rule('accessibility', 2, 'small', wcag('language-of-page'), [
    ...['html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch', 'valid-lang'],
  ]),
  'frame-title': rule('accessibility', 2, 'small', wcag('name-role-value'), ['frame-title', 'frame-title-unique']),
  aria: rule('accessibility', 2, 'medium', wcag('name-role-value'), ARIA),
  'hidden-focus': rule('accessibility', 3, 'small', wcag('name-role-value'), ['aria-hidden-focus', 'aria-hidden-body']),
  'duplicate-id': rule('accessibility', 1, 'small', mdn('HTML/Reference/Global_attributes/id'), ['duplicate-id-aria']),
  'nested-control': rule('accessibility', 2, 'small', wcag('name-role-value'), ['nested-interactive']),
  'list-structure': rule('accessibility', 1, 'small', wcag('info-and-relationships'), [
    ...['list', 'listitem', 'definition-list', 'dlitem'],
  ]),
  'table-structure': rule('accessibility', 2, 'small', wcag('info-and-relationships'), [
    ...['td-headers-attr', 'th-has-data-cells', 'scope-attr-valid', 'table-duplicate-name'],
  ]),
  'media-captions': rule('accessibility', 3, 'medium', wcag('captions-prerecorded'), [
    'video-caption',
    'audio-caption',
  ]),
  'media-autoplay': rule('accessibility', 2, 'small', wcag('audio-control'), ['no-autoplay-audio', 'blink', 'marquee']),
  'keyboard-order': rule('accessibility', 2, 'small', wcag('focus-order'), ['tabindex', 'accesskeys']),
  'keyboard-reach': rule('accessibility', 3, 'small', wcag('keyboard'), [
    ...['scrollable-region-focusable', 'frame-focusable-content', 'server-side-image-map', 'focus-order-semantics'],
  ]),
  'link-by-color': rule('accessibility', 2, 'small', wcag('use-of-color'), ['link-in-text-block']),
  'page-refresh': rule('accessibility', 2, 'small', wcag('timing-adjustable'), ['meta-refresh']),
  'pdf-tags': rule('accessibility', 2, 'medium', 'https://www.w3.org/WAI/WCAG22/Techniques/pdf/PDF9'),

  'viewport-missing': rule('layout', 3, 'small', mdn('HTML/Reference/Elements/meta/name/viewport')),
  'sideways-scroll': rule('layout', 3, 'medium', wcag('reflow')),
  'text-small': rule('layout', 2, 'small', wcag('resize-text')),
  'text-cut': rule('layout', 2, 'small', mdn('CSS/overflow')),
  'view-covered': rule('layout', 2, 'medium', search('appearance/avoid-intrusive-interstitials')),
  'image-distorted': rule('layout', 2, 'small', mdn('CSS/object-fit')),
  'image-blurry': rule('layout', 1, 'small', web('serve-responsive-images')),

  lcp: { ...rule('speed', 2, 'medium', web('lcp')), is_timing: true },
  cls: { ...rule('speed', 2, 'medium', web('cls')), is_timing: true },
  'blocking-time': { ...rule('speed', 2, 'large', web('tbt')), is_timing: true },
  'page-bytes': rule('speed', 2, 'medium', mdn('Performance')),
  'image-oversized': rule('speed', 1, 'small', web('serve-responsive-images')),
  'image-space': rule('speed', 1, 'small', web('optimize-cls')),

  'page-status': rule('errors', 4, 'medium', mdn('HTTP/Reference/Status')),
  'page-empty': rule('errors', 4, 'medium', search('crawling-indexing/javascript/javascript-seo-basics')),
  'console-error': rule('errors', 3, 'medium', mdn('API/Window/error_event')),
  'request-failed': rule('errors', 3, 'small', mdn('HTTP/Reference/Status')),
  'image-broken': rule('errors', 3, 'small', mdn('HTML/Reference/Elements/img')),

  'mixed-content': rule('security', 3, 'small', mdn('Security/Mixed_content')),
  'form-insecure': rule('security', 4, 'small', mdn('Security/Insecure_passwords')),

  'link-dead': rule('links', 3, 'small', mdn('HTTP/Reference/Status')),
  'link-empty': rule('links', 2, 'small', mdn('HTML/Reference/Elements/a')),
  'link-target-missing': rule('links', 2, 'small', mdn('HTML/Reference/Elements/a')),
  'link-words': rule('links', 1, 'small', wcag('link-purpose-in-context')),
  'link-private': rule('links', 3, 'small', mdn('HTML/Reference/Elements/a')),

  'page-title': rule('metadata', 2, 'small', search('appearance/title-link'), ['document-title']),
  description: rule('metadata', 1, 'small', search('appearance/snippet')),
  'social-card': rule('metadata', 1, 'small', 'https://ogp.me'),
  canonical: rule('metadata', 2, 'small', search('crawling-indexing/consolidate-duplicate-urls')),
  favicon: rule('metadata', 1, 'small', search('appearance/favicon-in-search')),
  doctype: rule('metadata', 1, 'small', mdn('HTML/Guides/Quirks_mode_and_standards_mode')),
  'structured-data': rule('metadata', 2, 'small', search('appearance/structured-data/intro-structured-data')),

  spelling: rule('language', 2, 'small', PLAIN),
  'doubled-word': rule('language', 1, 'small', PLAIN),
  'reading-ease': rule('language', 2, 'large', wcag('reading-level')),
  'language-mismatch': rule('language', 2, 'small', wcag('language-of-page')),
  'broken-characters': rule('language', 3, 'small', mdn('HTML/Reference/Elements/meta')),
  'placeholder-text': rule('language', 3, 'small', HEURISTICS),
  'unfilled-value': rule('language', 3, 'small', HEURISTICS),

  'sum-wrong': rule('consistency', 3, 'small', HEURISTICS),
  'price-differs': rule('consistency', 3, 'small', HEURISTICS),
  'count-wrong': rule('consistency', 1, 'small', HEURISTICS),
  'date-passed': rule('consistency', 2, 'small', HEURISTICS),
  'date-wrong': rule('consistency', 2, 'small', HEURISTICS),
  'copyright-year': rule('consistency', 1, 'small', HEURISTICS),
} satisfies Record<string, Properties>;

export type RuleId = keyof typeof PROPERTIES;

export const RULE_IDS = Object.keys(PROPERTIES) as RuleId[];

const textsOf = (id: RuleId): RuleTexts => ENGLISH[id];

export const RULES: Readonly<Record<RuleId, Rule>> = Object.fromEntries(
  RULE_IDS.map((id) => [id, { id, ...PROPERTIES[id], fault: textsOf(id)[0], fix: textsOf(id)[1] }]),
) as Record<RuleId, Rule>;

/** Undefined if the rule is no longer in the catalog. */
export const ruleOf = (id: string): Rule | undefined => (id in RULES ? RULES[id as RuleId] : undefined);
