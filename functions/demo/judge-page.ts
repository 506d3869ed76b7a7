import type { Fact } from '../facts/fact.ts';
import { logBug, logLine } from '../kit/log.ts';
import { askPersona, type PersonaVerdict, RunFailed } from '../reviews/ask/ask-persona.ts';
import { plainText } from '../reviews/ask/merge-samples.ts';
import { type Model, ModelBusy } from '../reviews/ask/model/model.ts';
import type { Content } from '../reviews/read/content.ts';
import { withoutOrders, withoutQuotes } from '../reviews/read/orders.ts';
import { demoPersona } from './demo-personas.ts';
import { type DemoAnswer, type DemoSlug, toComment, toParagraph } from './schema.ts';

/** Of each dimension, its first finding, the best grounded first. */
const topOf = ({ scores, findings, summary }: PersonaVerdict): DemoAnswer['top_dimensions'] =>
  scores
    .map(({ dimension, weight, score }) => {
      const finding = findings.find((one) => one.dimension === dimension);
      const [evidence] = finding?.evidence ?? [];
      // `must_score` leaves none without a number.
      return { dimension, weight, score: score ?? 3, comment: finding?.comment ?? summary, evidence };
    })
    .toSorted((one, other) => {
      const lost = ({ weight, score }: typeof one) => weight * (5 - score);
      const grounded = ({ evidence }: typeof one) => Number(evidence?.grounded ?? false);
      return grounded(other) - grounded(one) || lost(other) - lost(one) || other.weight - one.weight;
    })
    .slice(0, 3)
    .map(({ dimension, score, comment, evidence }) => ({
      name: dimension,
      score: Math.round(score * 10) / 10,
      comment: toComment(comment, evidence?.grounded && evidence.quote ? plainText(evidence.quote, 600) : ''),
    }));

interface Seen {
  content: Content;
  facts: readonly Fact[];
}

/** Asks the model once. Undefined if it doesn't answer. */
export const judgePage = async (
  model: Model,
  slug: DemoSlug,
  { content, facts }: Seen,
  ms: number,
): Promise<DemoAnswer | undefined> => {
  const persona = { ...demoPersona(slug), id: slug, custom_instructions: null };
  const askMs = Math.max(1, Math.floor(ms));
  const cleaned = withoutOrders(content);
  try {
    const verdict = await askPersona(model, {
      persona,
      content: cleaned.content,
      pictures: [],
      facts: cleaned.count > 0 ? withoutQuotes(facts) : facts,
      seed: 1,
      samples: 1,
      must_score: true,
      askMs,
      signal: AbortSignal.timeout(askMs),
    });
    const opening = verdict.summary || `${persona.name} gives this page ${verdict.score?.toFixed(1)} of 5.`;
    const paragraph = toParagraph([opening, ...content.notes.map(({ text }) => text)].join(' '));
    return { top_dimensions: topOf(verdict), paragraph, ai_live: model.live };
  } catch (error) {
    if (error instanceof ModelBusy || error instanceof RunFailed) logLine({ id: 'demo model', fault: error.message });
    else logBug('demo model', error);
    return undefined;
  }
};
