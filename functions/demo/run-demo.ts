import { type Said, said } from '../codes/said.ts';
import { DAY, MINUTE } from '../kit/clock.ts';
import { misfit, Refusal, unavailable, type ValidationItem } from '../kit/errors.ts';
import { logLine } from '../kit/log.ts';
import { CATALOGUE_VERSION } from '../personas/default-personas.ts';
import { judgeOf } from '../reviews/ask/ask-persona.ts';
import type { Model } from '../reviews/ask/model/model.ts';
import type { Content } from '../reviews/read/content.ts';
import { Passing } from '../reviews/read/extract/passing.ts';
import { Unreadable } from '../reviews/read/extract/unreadable.ts';
import { type PageNeeds, readPage } from '../reviews/read/read-page.ts';
import type { Captcha } from './captcha.ts';
import type { Operation } from './context.ts';
import { presentDemoPersona } from './demo-personas.ts';
import { judgePage } from './judge-page.ts';
import type { DemoAnswer } from './schema.ts';
import { signupUrl } from './signup-url.ts';

export interface DemoNeeds extends PageNeeds {
  checkCaptcha: (captcha: Captcha | undefined, token: string | null | undefined) => Promise<void>;
  openModel: () => Model;
  limits: {
    fetch_ms: number;
    model_ms: number;
    /** From the request to the model's last word: the function is cut off after 28 s, and API Gateway hangs up after 30. */
    whole_ms: number;
  };
}

/** Of a stage; tests are less patient. */
export const DEMO_LIMITS: DemoNeeds['limits'] = { fetch_ms: 8000, model_ms: 12_000, whole_ms: 25_000 };

const KEPT_MS = DAY;
/** A model that was busy is asked again soon, by somebody else. */
const STOPGAP_KEPT_MS = 5 * MINUTE;
/** A shell says "Loading…" or asks for scripts. */
const FEW_WORDS = 20;

/** Without what never reaches a server; case, default ports and dots in it are the address's own business. */
const pageAddress = (text: string): string => {
  const url = new URL(text);
  url.hash = '';
  return url.href;
};

/** Little is a note for a review that somebody waits for; here it would use up the day. */
const isShell = ({ notes, text }: Content): boolean =>
  notes.some((note) => typeof note !== 'string' && note.code === 'drawn_by_scripts') &&
  (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEW_WORDS;

const unreadablePage = (why: Said): Refusal => {
  const loc = ['body', 'url'];
  const { text, code, values } = why;
  const items: ValidationItem[] = [{ loc, msg: text, type: 'unreadable_page', code, ...(values && { values }) }];
  if (/upload/i.test(text)) items.push(misfit(loc, 'demo_addresses_only', {}, 'unreadable_page'));
  return new Refusal(422, 'unreadable_page', items);
};

const read = async (needs: DemoNeeds, url: string): Promise<Content> => {
  try {
    const content = await readPage(needs, url, { timeout_ms: needs.limits.fetch_ms });
    if (isShell(content)) throw new Unreadable(said('page_needs_scripts'));
    return content;
  } catch (error) {
    if (error instanceof Passing) throw unavailable('pages_unavailable');
    if (!(error instanceof Unreadable)) throw error;
    throw unreadablePage(error.said);
  }
};

/** Captcha, what was answered before, the allowance, the page, the persona; whatever fails gives the allowance back. */
export const runDemo =
  (needs: DemoNeeds): Operation<'runDemo'> =>
  async (ctx, { body: { url: given, persona_slug, captcha_token } }) => {
    const { fetch_ms: _, model_ms, whole_ms } = needs.limits;
    const began = performance.now();
    const url = pageAddress(given);
    await needs.checkCaptcha(await ctx.captcha(), captcha_token);
    const model = needs.openModel();
    const { model: judge, prompt } = judgeOf(model);
    const question = JSON.stringify([url, persona_slug, judge, prompt, CATALOGUE_VERSION]);
    const present = (answer: DemoAnswer, cached: boolean, daily_remaining: number) => ({
      cached,
      persona: presentDemoPersona(persona_slug),
      ...answer,
      signup_url: signupUrl(),
      daily_remaining,
    });

    const { answer: known, remaining } = await ctx.demo.look(question);
    if (known) return present(known, true, remaining);
    const run = await ctx.demo.reserve();
    try {
      const content = await read(needs, url);
      const ms = Math.min(model_ms, whole_ms - (performance.now() - began));
      const { answer, is_stopgap } = await judgePage(model, persona_slug, content, ms);
      await ctx.demo.finish(run, question, answer, is_stopgap ? STOPGAP_KEPT_MS : KEPT_MS).catch((error: unknown) => {
        // Whoever waited for an answer gets it; that the allowance comes back to them is our loss.
        logLine({ id: 'demo', fault: error instanceof Error ? error.message : 'unknown' });
      });
      return present(answer, false, remaining - 1);
    } catch (error) {
      await ctx.demo.giveBack(run);
      throw error;
    }
  };
