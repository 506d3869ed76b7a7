import { logBug, logLine } from '../kit/log.ts';
import { askPersona, type PersonaVerdict } from '../reviews/ask/ask-persona.ts';
import { heuristicModel } from '../reviews/ask/model/heuristic.ts';
import { type Model, ModelBusy } from '../reviews/ask/model/model.ts';
import { type Content, noteText } from '../reviews/read/content.ts';
import { plainText } from '../reviews/read/plain-text.ts';
import { RunFailed } from '../reviews/run/run-failed.ts';
import { demoPersona } from './demo-personas.ts';
import { type DemoAnswer, type DemoSlug, toComment, toParagraph } from './schema.ts';

/** Needs no network, so it always answers. */
const STUB_MS = 10_000;

/** What is proved by the page's own words first, and among that what costs the page most. */
const topOf = (findings: PersonaVerdict['findings']): DemoAnswer['top_dimensions'] => {
  const lost = ({ weight, score }: (typeof findings)[number]) => weight * (5 - score);
  return findings
    .toSorted(
      (one, other) =>
        Number(other.grounded) - Number(one.grounded) || lost(other) - lost(one) || other.weight - one.weight,
    )
    .slice(0, 3)
    .map(({ dimension, score, comment, quote, grounded }) => ({
      name: dimension,
      score: Math.round(score * 10) / 10,
      comment: toComment(comment, grounded && quote ? plainText(quote, 600) : ''),
    }));
};

export interface Judged {
  answer: DemoAnswer;
  /** The model of the stage said nothing usable in time, so the stub answered. */
  is_stopgap: boolean;
}

/** Asks the model once, for at most `ms`; where nothing comes of it, the heuristics, which say that they are no AI. */
export const judgePage = async (model: Model, slug: DemoSlug, content: Content, ms: number): Promise<Judged> => {
  const persona = { ...demoPersona(slug), id: slug, custom_instructions: null };
  const ask = (whom: Model, mostMs: number) => {
    const askMs = Math.max(1, Math.floor(mostMs));
    return askPersona(whom, {
      persona,
      content,
      pictures: [],
      seed: 1,
      samples: 1,
      askMs,
      signal: AbortSignal.timeout(askMs),
    });
  };
  const answerOf = ({ findings, summary, score }: PersonaVerdict, ai_live: boolean): DemoAnswer => ({
    top_dimensions: topOf(findings),
    paragraph: toParagraph(
      [summary || `${persona.name} gives this page ${score.toFixed(1)} of 5.`, ...content.notes.map(noteText)].join(
        ' ',
      ),
    ),
    ai_live,
  });
  try {
    return { answer: answerOf(await ask(model, ms), model.live), is_stopgap: false };
  } catch (error) {
    if (error instanceof ModelBusy || error instanceof RunFailed) logLine({ id: 'demo model', fault: error.message });
    else logBug('demo model', error);
  }
  return { answer: answerOf(await ask(heuristicModel(), STUB_MS), false), is_stopgap: true };
};
