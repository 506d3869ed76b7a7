import type { InputType } from '../read/content.ts';

/** How many personas review where nobody was named. */
export const PANEL = 5;

const READ = ['copy-editor', 'plain-language-editor', 'skeptical-buyer', 'fact-checker', 'inclusive-language'] as const;

/**
 * Slugs of the catalogue for each kind of content, the likeliest to help first; the first five that the workspace kept
 * review. The further ones step in for those it deleted.
 */
const PREFERRED: Record<InputType, readonly string[]> = {
  text: [
    'copy-editor',
    'marketer',
    'skeptical-buyer',
    'plain-language-editor',
    'fact-checker',
    ...READ,
    'busy-executive',
  ],
  document: [
    'copy-editor',
    'plain-language-editor',
    'busy-executive',
    'fact-checker',
    'content-strategist',
    ...READ,
    'requirements-analyst',
  ],
  site: [
    'designer',
    'marketer',
    'copy-editor',
    'wcag-auditor',
    'first-time-visitor',
    'conversion-optimiser',
    'interaction-designer',
    'seo-specialist',
    ...READ,
  ],
  pdf: [
    'copy-editor',
    'marketer',
    'busy-executive',
    'fact-checker',
    'plain-language-editor',
    'information-architect',
    ...READ,
  ],
  image: [
    'designer',
    'low-vision-reader',
    'marketer',
    'first-time-visitor',
    'wcag-auditor',
    'interaction-designer',
    'mobile-designer',
    'design-systems-lead',
    'brand-voice-keeper',
  ],
  audio: ['podcast-producer', 'speech-coach', 'copy-editor', 'non-native-reader', 'fact-checker', ...READ],
  video: [
    'video-director',
    'speech-coach',
    'marketer',
    'non-native-reader',
    'fact-checker',
    'podcast-producer',
    ...READ,
  ],
};

/** The slugs to choose a panel from where nobody was named, best first, each once. */
export const preferredSlugs = (type: InputType): string[] => [...new Set(PREFERRED[type])];
