import type { Rule } from './fact.ts';

type Properties = Omit<Rule, 'id' | 'fault' | 'fix'>;

const rule = (
  topic: Rule['topic'],
  severity: Rule['severity'],
  effort: Rule['effort'],
  link: string,
  axe = '',
): Properties => ({ topic, severity, effort, link, ...(axe && { axe: axe.split(' ') }) });

const wcag = (name: string) => `https://www.w3.org/WAI/WCAG22/Understanding/${name}`;
const web = (name: string) => `https://web.dev/articles/${name}`;
const mdn = (name: string) => `https://developer.mozilla.org/en-US/docs/Web/${name}`;
const search = (name: string) => `https://developers.google.com/search/docs/${name}`;
/** Its link is a page about WCAG. */
const access = (severity: Rule['severity'], effort: Rule['effort'], page: string, axe: string) =>
  rule('accessibility', severity, effort, wcag(page), axe);
const HEURISTICS = 'https://www.nngroup.com/articles/ten-usability-heuristics/';
const PLAIN = 'https://digital.gov/guides/plain-language';

const PICTURES = 'image-alt area-alt input-image-alt role-img-alt svg-img-alt object-alt';
const BUTTONS = 'button-name input-button-name summary-name aria-command-name aria-toggle-field-name aria-tab-name';
const FIELDS = 'label select-name aria-input-field-name form-field-multiple-labels label-title-only';
const LANGUAGES = 'html-has-lang html-lang-valid html-xml-lang-mismatch valid-lang';
const TABLES = 'td-headers-attr th-has-data-cells scope-attr-valid table-duplicate-name';
const KEYBOARD = 'scrollable-region-focusable frame-focusable-content server-side-image-map focus-order-semantics';
const ARIA = [
  'aria-allowed-attr aria-allowed-role aria-braille-equivalent aria-conditional-attr aria-deprecated-role',
  'aria-dialog-name aria-meter-name aria-progressbar-name aria-prohibited-attr aria-required-attr',
  'aria-required-children aria-required-parent aria-roledescription aria-roles aria-text aria-tooltip-name',
  'aria-treeitem-name aria-valid-attr aria-valid-attr-value presentation-role-conflict',
].join(' ');
const LANDMARKS = [
  'landmark-one-main landmark-banner-is-top-level landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level landmark-main-is-top-level landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo landmark-no-duplicate-main landmark-unique',
].join(' ');

/** An experimental or redundant check of axe is in no list, and so in no report. */
export const PROPERTIES = {
  contrast: access(3, 'small', 'contrast-minimum', 'color-contrast'),
  'image-alt': access(3, 'small', 'non-text-content', PICTURES),
  'image-alt-words': access(2, 'small', 'non-text-content', 'image-redundant-alt'),
  'control-name': access(3, 'small', 'name-role-value', BUTTONS),
  'link-name': access(3, 'small', 'link-purpose-in-context', 'link-name'),
  'field-label': access(3, 'small', 'labels-or-instructions', FIELDS),
  'field-autocomplete': access(1, 'small', 'identify-input-purpose', 'autocomplete-valid'),
  'label-mismatch': access(2, 'small', 'label-in-name', 'label-content-name-mismatch'),
  'tap-target': access(2, 'small', 'target-size-minimum', 'target-size'),
  'zoom-blocked': access(3, 'small', 'resize-text', 'meta-viewport css-orientation-lock avoid-inline-spacing'),
  'heading-one': access(2, 'small', 'headings-and-labels', 'page-has-heading-one'),
  'heading-order': access(1, 'small', 'info-and-relationships', 'heading-order'),
  'heading-empty': access(2, 'small', 'headings-and-labels', 'empty-heading'),
  landmarks: access(1, 'medium', 'info-and-relationships', LANDMARKS),
  'skip-link': access(1, 'small', 'bypass-blocks', 'bypass skip-link'),
  'html-lang': access(2, 'small', 'language-of-page', LANGUAGES),
  'frame-title': access(2, 'small', 'name-role-value', 'frame-title frame-title-unique'),
  aria: access(2, 'medium', 'name-role-value', ARIA),
  'hidden-focus': access(3, 'small', 'name-role-value', 'aria-hidden-focus aria-hidden-body'),
  'duplicate-id': rule('accessibility', 1, 'small', mdn('HTML/Reference/Global_attributes/id'), 'duplicate-id-aria'),
  'nested-control': access(2, 'small', 'name-role-value', 'nested-interactive'),
  'list-structure': access(1, 'small', 'info-and-relationships', 'list listitem definition-list dlitem'),
  'table-structure': access(2, 'small', 'info-and-relationships', TABLES),
  'media-captions': access(3, 'medium', 'captions-prerecorded', 'video-caption audio-caption'),
  'media-autoplay': access(2, 'small', 'audio-control', 'no-autoplay-audio blink marquee'),
  'keyboard-order': access(2, 'small', 'focus-order', 'tabindex accesskeys'),
  'keyboard-reach': access(3, 'small', 'keyboard', KEYBOARD),
  'link-by-color': access(2, 'small', 'use-of-color', 'link-in-text-block'),
  'page-refresh': access(2, 'small', 'timing-adjustable', 'meta-refresh'),
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

  'page-title': rule('metadata', 2, 'small', search('appearance/title-link'), 'document-title'),
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

/** Undefined if the rule is no longer in the catalog. */
export const propertiesOf = (id: string): Properties | undefined =>
  id in PROPERTIES ? PROPERTIES[id as RuleId] : undefined;
