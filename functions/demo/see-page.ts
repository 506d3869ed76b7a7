import { setTimeout } from 'node:timers/promises';
import { VIEWS, type ViewName } from '../browser/order.ts';
import type { renderPage } from '../browser/render-page.ts';
import { BUSY, type NotRendered } from '../browser/rendered.ts';
import { factsOfPage } from '../facts/facts-of-page.ts';
import { now, SECOND } from '../kit/clock.ts';
import type { SeenPage } from './operations.ts';

/** Callers belong to no workspace: they share environments, which hold nothing of a workspace. */
const TENANT = 'demo';
/** A cold start of the browser, and its answer. */
const AROUND_MS = 3 * SECOND;

/** Undefined if there is no browser. */
export const seePageWith =
  (render: typeof renderPage) =>
  async (url: string, ms: number, tell: (views: ViewName[]) => void): Promise<SeenPage | NotRendered | undefined> => {
    const done: ViewName[] = [];
    const see = async (name: ViewName) => {
      const isWide = name === 'wide';
      const wants = { html: isWide, measurements: true, links: isWide };
      const page = await render({ url, view: VIEWS[name], wants, timeout_ms: ms }, { tenant: TENANT });
      done.push(name);
      tell(done);
      return page;
    };
    const late = setTimeout(ms + AROUND_MS, undefined, { ref: false });
    const seen = await Promise.race([Promise.all([see('wide'), see('narrow')]), late]);
    if (!seen) return BUSY;
    const [wide, narrow] = seen;
    if (!wide.ok) return wide.reason === 'no_browser' ? undefined : wide;
    if (wide.html === undefined) return BUSY;
    return { url: wide.url, html: wide.html, facts: factsOfPage({ wide, narrow }, now()) };
  };
