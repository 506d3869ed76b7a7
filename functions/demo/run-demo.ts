import { DAY, MINUTE } from '../kit/clock.ts';
import { unavailable, unprocessable } from '../kit/errors.ts';
import { logLine } from '../kit/log.ts';
import { CATALOGUE_VERSION } from '../personas/default-personas.ts';
import { judgeOf } from '../reviews/ask/ask-persona.ts';
import type { Model } from '../reviews/ask/model/model.ts';
import type { Content } from '../reviews/read/content.ts';
import { Passing } from '../reviews/read/extract/passing.ts';
import { DRAWN_BY_SCRIPTS } from '../reviews/read/extract/reading.ts';
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

const BY_ADDRESS_ONLY = 'The demo reads public pages by their address; files need an account.';

/** Without what never reaches a server; case, default ports and dots in it are the address's own business. */
const pageAddress = (text: string): string => {
  const url = new URL(text);
  url.hash = '';
  return url.href;
};

/** Little is a note for a review that somebody waits for; here it would use up the day. */
const isShell = ({ notes, text }: Content): boolean =>
  notes.includes(DRAWN_BY_SCRIPTS) && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEW_WORDS;

const read = async (needs: DemoNeeds, url: string): Promise<Content> => {
  try {
    const content = await readPage(needs, url, { timeout_ms: needs.limits.fetch_ms });
    if (isShell(content)) throw new Unreadable(`${DRAWN_BY_SCRIPTS} Give a page that has its text in its HTML.`);
    return content;
  } catch (error) {
    if (error instanceof Passing) throw unavailable(error.message);
    if (!(error instanceof Unreadable)) throw error;
    const hint = /upload/i.test(error.message) ? ` ${BY_ADDRESS_ONLY}` : '';
    throw unprocessable(['body', 'url'], `${error.message}${hint}`, 'unreadable_page');
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
