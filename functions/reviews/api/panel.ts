import { words } from '../../kit/words.ts';
import type { InputType } from '../read/content.ts';
import type { ContentKind } from '../read/content-kind.ts';

export const PANEL = 5;

/**
 * The likeliest to help first: the first five that the workspace kept review. No list asks a question twice (`- Asks:`
 * in the catalog), so that any five of it don't either.
 */
export const PANELS = {
  landing_page: words(
    `marketer first-time-visitor copy-editor skeptical-buyer designer conversion-optimiser wcag-auditor
    consistency-checker`,
  ),
  pricing_page: words(
    `pricing-strategist skeptical-buyer consistency-checker first-time-visitor copy-editor local-business-owner
    wcag-auditor`,
  ),
  shop: words(
    `consistency-checker consumer-lawyer first-time-visitor designer ux-writer advertising-compliance
    returning-customer copy-editor`,
  ),
  documentation: words(
    `docs-engineer copy-editor consistency-checker security-reviewer agent-reader non-native-reader
    information-architect`,
  ),
  contract_or_policy: words(
    `contract-reader plain-language-editor consistency-checker privacy-officer consumer-lawyer copy-editor
    non-native-reader`,
  ),
  article: words(
    'copy-editor fact-checker journalist headline-writer consistency-checker inclusive-language non-native-reader',
  ),
  form: words(
    'interaction-designer ux-writer privacy-officer wcag-auditor plain-language-editor inclusive-language older-adult',
  ),
  slides: words(
    'slide-reviewer speech-coach copy-editor fact-checker consistency-checker data-visualiser inclusive-language',
  ),
  spreadsheet: words(
    'spreadsheet-reviewer fact-checker agent-reader localizer copy-editor data-visualiser information-architect',
  ),
  email: words(
    `email-marketer copy-editor plain-language-editor fraud-analyst inclusive-language brand-voice-keeper
    consistency-checker`,
  ),
  app_listing: words(
    'app-listing-editor marketer copy-editor skeptical-buyer first-time-visitor privacy-officer localizer',
  ),
  image_ad: words(
    'image-ad-critic marketer advertising-compliance brand-voice-keeper designer inclusive-language fact-checker',
  ),
  screenshot: words(
    'designer ux-writer consistency-checker first-time-visitor wcag-auditor information-architect marketer',
  ),
  talk: words('podcast-producer speech-coach fact-checker non-native-reader inclusive-language copy-editor journalist'),
  video: words('video-director speech-coach fact-checker non-native-reader marketer inclusive-language copy-editor'),
  site: words(
    `designer marketer copy-editor wcag-auditor first-time-visitor skeptical-buyer conversion-optimiser
    consistency-checker`,
  ),
  other: words(
    `copy-editor plain-language-editor fact-checker consistency-checker inclusive-language headline-writer
    non-native-reader`,
  ),
} satisfies Record<ContentKind | 'video' | 'site', readonly string[]>;

/** While nothing is known but the type. */
const OF_TYPE: Readonly<Record<InputType, keyof typeof PANELS>> = {
  text: 'other',
  document: 'other',
  pdf: 'other',
  site: 'site',
  image: 'screenshot',
  audio: 'talk',
  video: 'video',
};

export const preferredSlugs = (type: InputType, kind: ContentKind = 'other'): readonly string[] =>
  PANELS[kind === 'other' || type === 'video' ? OF_TYPE[type] : kind];
