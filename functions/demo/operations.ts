import { VIEWS, type ViewName } from '../browser/order.ts';
import type { NotRendered } from '../browser/rendered.ts';
import { type Said, said } from '../codes/said.ts';
import type { Fact } from '../facts/fact.ts';
import { factsOfContent } from '../facts/facts-of-content.ts';
import { readSwitches } from '../kit/access/read-switches.ts';
import { DAY, MINUTE, now, SECOND } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import { withoutFragment } from '../kit/contract/schema.ts';
import { invalid, type Misfit, misfit, type Refusal, unavailable } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { logLine } from '../kit/log.ts';
import type { Table } from '../kit/table/table.ts';
import { CATALOG_VERSION } from '../personas/default-personas.ts';
import { judgeOf } from '../reviews/ask/ask-persona.ts';
import type { Model } from '../reviews/ask/model/model.ts';
import { openModel } from '../reviews/ask/model/open-model.ts';
import { type Content, contentOf } from '../reviews/read/content.ts';
import { Passing, Unreadable } from '../reviews/read/extract/reading.ts';
import { type PageNeeds, readPage } from '../reviews/read/read-page.ts';
import { answerByFacts } from './answer-by-facts.ts';
import { type Captcha, findCaptcha } from './captcha.ts';
import type { demo } from './contract.ts';
import { presentDemoPersona } from './demo-personas.ts';
import { judgePage } from './judge-page.ts';
import { DEMO_SLUGS, type DemoAnswer } from './schema.ts';
import { DAILY_LIMIT, demoStore } from './store.ts';

export const bindDemo = (table: Table, call: Call) => ({
  ...call,
  demo: demoStore(table, call),
  captcha: async () => findCaptcha(await readSwitches(table)),
});

type Demo = Operations<ReturnType<typeof bindDemo>, typeof demo>;

export interface SeenPage {
  url: string;
  html: string;
  facts: readonly Fact[];
}

export interface DemoNeeds extends PageNeeds {
  checkCaptcha: (captcha: Captcha | undefined, token: string | null | undefined) => Promise<void>;
  openModel: () => Model | undefined;
  /** The page as a browser sees it, or why it can't; undefined if there is no browser. */
  seePage?: (url: string, ms: number, tell: (views: ViewName[]) => void) => Promise<SeenPage | NotRendered | undefined>;
  limits: {
    see_ms: number;
    fetch_ms: number;
    model_ms: number;
    /** The function is cut off after 28 s, and API Gateway hangs up after 30. */
    whole_ms: number;
  };
}

export const DEMO_LIMITS: DemoNeeds['limits'] = { see_ms: 12_000, fetch_ms: 8000, model_ms: 12_000, whole_ms: 25_000 };

/** No model answers in less, and being asked costs all the same. */
const LEAST_MODEL_MS = SECOND;

const VIEW_COUNT = Object.keys(VIEWS).length;
const KEPT_MS = DAY;
/** A busy model is asked again soon, by the next visitor. */
const STOPGAP_KEPT_MS = 5 * MINUTE;
/** A shell says "Loading…" or asks for scripts. */
const FEW_WORDS = 20;

/** A review that someone waits for only notes it; here it would use up the day. */
const isShell = ({ notes, text }: Content): boolean =>
  notes.some(({ code }) => code === 'drawn_by_scripts') && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEW_WORDS;

const unreadablePage = (why: Said): Refusal => {
  const loc = ['body', 'url'];
  const { text, code, values } = why;
  const items: Misfit[] = [{ loc, msg: text, type: 'unreadable_page', code, ...(values && { values }) }];
  if (/upload/i.test(text)) items.push(misfit(loc, 'demo_addresses_only', {}, 'unreadable_page'));
  return invalid('unreadable_page', items);
};

const readSeen = async (needs: DemoNeeds, { url, html, facts }: SeenPage) => {
  const { reading } = await needs.extract({ kind: 'page', text: html, type: 'text/html', url });
  if (!reading) throw new Unreadable(said('page_empty'));
  return { content: contentOf('site', reading), facts };
};

/** The browser knows better than the fetcher why a page can't be read, if it reached it at all. */
const readUnseen = async (needs: DemoNeeds, url: string, unseen: NotRendered | undefined): Promise<Content> => {
  try {
    return await readPage(needs, url, { timeout_ms: needs.limits.fetch_ms });
  } catch (error) {
    if (!unseen || unseen.reason === 'unreachable' || !(error instanceof Unreadable)) throw error;
    throw unseen.reason === 'busy' ? new Passing(unseen.said.text) : new Unreadable(unseen.said);
  }
};

const read = async (needs: DemoNeeds, url: string, tell: (views: ViewName[]) => void) => {
  try {
    const seen = await needs.seePage?.(url, needs.limits.see_ms, tell);
    if (seen && 'html' in seen) return await readSeen(needs, seen);
    const content = await readUnseen(needs, url, seen);
    if (isShell(content)) throw new Unreadable(said('page_needs_scripts'));
    return { content, facts: factsOfContent(content, now()) };
  } catch (error) {
    if (error instanceof Passing) throw unavailable('pages_unavailable');
    if (!(error instanceof Unreadable)) throw error;
    throw unreadablePage(error.said);
  }
};

const signupUrl = (): string => `${setting('BASE_URL')}/dashboard`;

export const getDemoConfig: Demo['getDemoConfig'] = async (ctx) => {
  const captcha = await ctx.captcha();
  return {
    captcha: captcha ? { provider: 'turnstile', site_key: captcha.site_key } : null,
    ai_live: openModel()?.live ?? false,
    daily_limit: DAILY_LIMIT,
    signup_url: signupUrl(),
  };
};

export const getDemoProgress: Demo['getDemoProgress'] = (ctx) => ctx.demo.follow();

export const listDemoPersonas: Demo['listDemoPersonas'] = async () => ({ items: DEMO_SLUGS.map(presentDemoPersona) });

export const runDemo =
  (needs: DemoNeeds): Demo['runDemo'] =>
  async (ctx, { body: { url: given, persona_slug, captcha_token, language: spoken } }) => {
    const language = spoken ?? 'en';
    const { fetch_ms: _, model_ms, whole_ms } = needs.limits;
    const began = performance.now();
    const url = withoutFragment(new URL(given).href);
    await needs.checkCaptcha(await ctx.captcha(), captcha_token);
    const model = needs.openModel();
    const question = JSON.stringify([url, persona_slug, model ? judgeOf(model) : 'facts', CATALOG_VERSION, language]);
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
    let isAsked = false;
    try {
      const seen = await read(needs, url, (views) => {
        void ctx.demo.tell(run, { step: views.length < VIEW_COUNT ? 'open' : 'read', views: [...views] });
      });
      const left = whole_ms - (performance.now() - began);
      const asked = left < LEAST_MODEL_MS ? undefined : model;
      isAsked = asked !== undefined;
      if (isAsked) void ctx.demo.tell(run, { step: 'judge', views: [] });
      const judged = asked && (await judgePage(asked, persona_slug, seen, Math.min(model_ms, left)));
      const answer = judged ?? answerByFacts(persona_slug, seen, language);
      if (!answer) throw unreadablePage(said('page_not_measured'));
      const first = await ctx.demo
        .finish(run, question, answer, model && !judged ? STOPGAP_KEPT_MS : KEPT_MS)
        .catch((error: unknown) => {
          // The visitor gets the answer all the same; an allowance that comes back is our loss.
          logLine({ id: 'demo', fault: error instanceof Error ? error.message : 'unknown' });
          return answer;
        });
      return present(first, false, remaining - 1);
    } catch (error) {
      await (isAsked ? ctx.demo.useUp(run) : ctx.demo.giveBack(run));
      throw error;
    }
  };
