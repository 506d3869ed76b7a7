import type * as z from 'zod';
import type { Resolution } from '../annotations/schema.ts';
import { visible } from '../kit/text/visible.ts';
import { clip } from './tokens.ts';
import type { ToolAnswer } from './tool.ts';

type Resolved = z.output<typeof Resolution>;

const TEXTS_TOKENS = 4000;
const LEAST_TOKENS = 40;

const facts = ({ diff_url: _diff, explanation: _explanation, annotation_id: _annotation, ...rest }: Resolved) => rest;

export const resolutionView = (resolution: Resolved): ToolAnswer => ({
  trusted: { annotation_id: resolution.annotation_id, ...facts(resolution) },
});

export const resolutionsView = (resolutions: readonly Resolved[]): ToolAnswer => {
  const trusted = { items: resolutions.map((resolution, at) => ({ n: at + 1, ...facts(resolution) })) };
  const share = Math.max(LEAST_TOKENS, Math.floor(TEXTS_TOKENS / Math.max(1, resolutions.length)));
  const lines = resolutions.flatMap(({ diff_url, explanation }, at) => {
    const text = visible([diff_url, explanation].filter(Boolean).join('\n'));
    return text ? [`${at + 1}. ${clip(text, share)}`] : [];
  });
  return lines.length > 0 ? { trusted, untrusted: lines.join('\n') } : { trusted };
};
