import { visibleLine } from '../kit/text/visible.ts';
import {
  type Merged,
  type Reported,
  type ReportedFinding,
  whatToFix,
  whatWorks,
} from '../reviews/report/what-to-fix.ts';
import { PANEL, PANEL_ID } from '../reviews/the-panel.ts';
import { clip, estimateTokens } from './tokens.ts';
import type { ToolAnswer } from './tool.ts';

const MAX_FIXES = 5;
const MAX_STRENGTHS = 3;
const MAX_NAMES = 3;
/** Of texts: an answer stays under 2,500 tokens. */
const ALL = 2400;
const SENTENCE = 60;
const NAME = 16;
const QUOTE = 35;
const COMMENT = 70;
const FIX = 50;
const FRAME = 90;

const short = (text: string, tokens: number): string => clip(visibleLine(text), tokens);
const labeled = (label: string, text: string | null | undefined, tokens: number): string[] =>
  text ? [`  ${label}: ${short(text, tokens)}`] : [];

const namesIn = ({ review }: Reported, { lead, others }: Merged<ReportedFinding>): string =>
  [{ persona_id: PANEL_ID, name: PANEL.name }, ...review.personas]
    .filter(({ persona_id }) => [lead, ...others].some((one) => one.persona_id === persona_id))
    .slice(0, MAX_NAMES)
    .map(({ name }) => short(name, NAME))
    .join(', ');

const factsOf = ({ lead, others }: Merged<ReportedFinding>, at: number) => ({
  n: at + 1,
  feedback_id: lead.id,
  severity: lead.severity,
  effort: lead.fix?.effort ?? null,
  grounded: lead.grounded,
  seen_in: lead.seen_in,
  ...(lead.rule && { rule: lead.rule }),
  personas: new Set([lead, ...others].map(({ persona_id }) => persona_id)).size,
});

const linesOf =
  (reported: Reported, label: string) =>
  (merged: Merged<ReportedFinding>, at: number): string[] => {
    const { dimension, comment, quote, element, fix } = merged.lead;
    return [
      `${label} ${at + 1}: ${short(dimension, NAME)} (${namesIn(reported, merged)})`,
      ...labeled(quote ? 'quote' : 'element', quote ?? element, QUOTE),
      ...labeled('comment', comment, COMMENT),
      ...labeled('before', fix?.before, FIX),
      ...labeled('after', fix?.after, FIX),
    ];
  };

/** The conclusion of a review as data; the texts, by the same numbers, are fenced. */
export const reviewView = (annotation_id: string, reported: Reported): ToolAnswer => {
  const { review } = reported;
  const fixes = whatToFix(reported, MAX_FIXES);
  const strengths = whatWorks(reported, MAX_STRENGTHS);
  const numberOf = new Map(
    fixes.flatMap(({ lead, others }, at) => [lead, ...others].map(({ id }) => [id, at + 1] as const)),
  );
  const { by = null, verdict = [], disagreements = [] } = review.conclusion ?? {};
  const pointing = (all: typeof verdict) =>
    all.map(({ feedback_ids }, at) => ({
      n: at + 1,
      fixes: [...new Set(feedback_ids.flatMap((id) => numberOf.get(id) ?? []))],
    }));
  const notJudged = review.personas.flatMap(({ name: persona, dimensions }) =>
    dimensions.flatMap(({ name, not_judged }) => (not_judged === null ? [] : [{ persona, name, not_judged }])),
  );
  const sentences = (label: string, all: typeof verdict) =>
    all.map(({ text }, at) => `${label} ${at + 1}: ${short(text, SENTENCE)}`);
  const trusted = {
    review_id: review.id,
    annotation_id,
    status: review.status,
    ai_live: review.ai_live,
    basis: review.basis ?? 'model',
    score: review.score?.value ?? null,
    score_basis: review.score?.basis ?? null,
    ordered_by: by,
    verdict: pointing(verdict),
    fixes: fixes.map(factsOf),
    strengths: strengths.map(factsOf).map(({ severity: _severity, effort: _effort, ...strength }) => strength),
    not_judged: notJudged.length,
    disagreements: pointing(disagreements),
  };
  const untrusted = [
    ...labeled('error', review.error, SENTENCE),
    ...sentences('verdict', verdict),
    ...fixes.flatMap(linesOf(reported, 'fix')),
    ...strengths.flatMap(linesOf(reported, 'strength')),
    ...notJudged.map(
      ({ persona, name, not_judged }, at) =>
        `not judged ${at + 1}: ${short(name, NAME)} (${short(persona, NAME)}): ${short(not_judged, NAME)}`,
    ),
    ...sentences('disagreement', disagreements),
  ].join('\n');
  const room = ALL - FRAME - estimateTokens(JSON.stringify(trusted));
  return { trusted, untrusted: clip(untrusted, room) };
};
