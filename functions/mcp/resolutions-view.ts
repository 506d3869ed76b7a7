import type * as z from 'zod';
import { changeText } from '../annotations/revision.ts';
import type { Resolution } from '../annotations/schema.ts';
import { visible } from '../kit/text/visible.ts';
import { clip, estimateTokens } from './tokens.ts';
import type { ToolAnswer } from './tool.ts';

type Resolved = z.output<typeof Resolution>;

const TEXTS_TOKENS = 4000;
const MIN_TOKENS = 40;
const URLS_TOKENS = 5000;

/** Without what its writer could fill with text: branches and addresses may say anything. */
const facts = ({
  diff_url: _diff,
  pr_url: _pr,
  branch: _branch,
  explanation: _explanation,
  annotation_id: _annotation,
  ...rest
}: Resolved) => rest;

/** For an agent that has just sent it. */
export const resolutionFacts = ({ id, notification_status, created_at }: Resolved) => ({
  id,
  notification_status,
  created_at,
});

export const resolutionView = (resolution: Resolved): ToolAnswer => ({
  trusted: { annotation_id: resolution.annotation_id, ...facts(resolution) },
});

/** Without the images of the oldest, once their addresses are too many. */
const listed = (resolutions: readonly Resolved[]) => {
  let left = URLS_TOKENS;
  return resolutions
    .map((resolution, at) => ({ n: at + 1, ...facts(resolution) }))
    .toReversed()
    .map(({ before_url, after_url, ...rest }) => {
      left -= estimateTokens(`${before_url ?? ''}${after_url ?? ''}`);
      const hasImages = before_url !== null || after_url !== null;
      return hasImages && left < 0 ? { ...rest, images: 'left_out' } : { ...rest, before_url, after_url };
    })
    .toReversed();
};

export const resolutionsView = (resolutions: readonly Resolved[]): ToolAnswer => {
  const trusted = { items: listed(resolutions) };
  const share = Math.max(MIN_TOKENS, Math.floor(TEXTS_TOKENS / Math.max(1, resolutions.length)));
  const lines = resolutions.flatMap((resolution, at) => {
    const text = visible(changeText(resolution));
    return text ? [`${at + 1}. ${clip(text, share)}`] : [];
  });
  return lines.length > 0 ? { trusted, untrusted: lines.join('\n') } : { trusted };
};
