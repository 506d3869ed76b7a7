import type * as z from 'zod';
import { visible } from '../kit/text/visible.ts';
import type { Resolution } from '../resolutions/schema.ts';
import { clip } from './tokens.ts';
import type { ToolAnswer } from './tool.ts';

type Resolved = z.output<typeof Resolution>;

const TEXTS_TOKENS = 4000;
const LEAST_TOKENS = 40;

const facts = ({ diff_url: _diff, explanation: _explanation, annotation_id: _annotation, ...rest }: Resolved) => rest;

/** The trusted part of a resolution that the caller has just made. */
export const resolutionView = (resolution: Resolved): ToolAnswer => ({
  trusted: { annotation_id: resolution.annotation_id, ...facts(resolution) },
});

/** Oldest first and numbered; under the same numbers, fenced, what was written: diff address and explanation. */
export const resolutionsView = (resolutions: readonly Resolved[]): ToolAnswer => {
  const trusted = { items: resolutions.map((resolution, at) => ({ n: at + 1, ...facts(resolution) })) };
  const share = Math.max(LEAST_TOKENS, Math.floor(TEXTS_TOKENS / Math.max(1, resolutions.length)));
  const lines = resolutions.flatMap(({ diff_url, explanation }, at) => {
    const text = visible([diff_url, explanation].filter(Boolean).join('\n'));
    return text ? [`${at + 1}. ${clip(text, share)}`] : [];
  });
  return lines.length > 0 ? { trusted, untrusted: lines.join('\n') } : { trusted };
};
