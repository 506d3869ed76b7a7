import type { BrowserContext, CDPSession } from 'playwright-core';
import { inTime } from './in-time.ts';

/** The scripts of a page see neither its names nor its changes to built-in objects. */
const WORLD = 'sidenote';

/** The browser ends an answer that takes too long by itself, unless the page keeps it from doing so. */
const SLACK_MS = 250;

export class Stuck extends Error {}

/** A script in the page threw, or the document it ran in is gone. */
export class PageFault extends Error {}

const stuck = (): never => {
  throw new Stuck('The page does not answer.');
};

/** Runs in the page. */
type InPage<Argument, Result> = (argument: Argument) => Result | Promise<Result>;

/** One tab, asked from an isolated world. */
export class Tab {
  readonly session: CDPSession;

  private constructor(session: CDPSession) {
    this.session = session;
  }

  static async open(context: BrowserContext): Promise<Tab> {
    const page = await context.newPage();
    context.on('page', (other) => {
      if (other !== page) other.close().catch(() => undefined);
    });
    page.on('dialog', (dialog) => dialog.dismiss().catch(() => undefined));
    const tab = new Tab(await context.newCDPSession(page));
    await Promise.all([
      tab.session.send('Page.enable'),
      tab.session.send('Network.enable', { maxTotalBufferSize: 1, maxResourceBufferSize: 1 }),
      tab.session.send('Log.enable'),
      tab.session.send('Runtime.enable'),
    ]);
    await tab.session.send('Network.setBypassServiceWorker', { bypass: true });
    return tab;
  }

  /** From the beginning of each document on. */
  async watch(script: InPage<undefined, void>): Promise<void> {
    await this.session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${script})()`,
      worldName: WORLD,
    });
  }

  /** Throws `Stuck` if it takes longer. */
  within<T>(work: Promise<T>, ms: number): Promise<T> {
    return inTime(work, ms, stuck);
  }

  once(event: 'Page.loadEventFired'): Promise<void> {
    return new Promise((resolve) => {
      this.session.once(event, () => resolve());
    });
  }

  async #world(): Promise<number> {
    const { frameTree } = await this.session.send('Page.getFrameTree');
    const { executionContextId } = await this.session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: WORLD,
    });
    return executionContextId;
  }

  async #evaluate(expression: string, ms: number): Promise<unknown> {
    const gone = (error: Error) => {
      throw new PageFault(error.message);
    };
    const contextId = await this.#world().catch(gone);
    const { result, exceptionDetails } = await this.session
      .send('Runtime.evaluate', { expression, contextId, awaitPromise: true, returnByValue: true, timeout: ms })
      .catch(gone);
    if (exceptionDetails) throw new PageFault(exceptionDetails.text);
    return result.value;
  }

  /** Throws `Stuck` if the page's own scripts leave no time for it. */
  evaluate(expression: string, ms: number): Promise<unknown> {
    return inTime(this.#evaluate(expression, ms), ms + SLACK_MS, stuck);
  }

  async ask<Argument, Result>(script: InPage<Argument, Result>, argument: Argument, ms: number): Promise<Result> {
    return (await this.evaluate(`(${script})(${JSON.stringify(argument)})`, ms)) as Result;
  }

  /** Undefined if the answer is longer: it is measured before it leaves the page. */
  async askFor(expression: string, most: number, ms: number): Promise<unknown> {
    const measured = `Promise.resolve(${expression}).then((answer) => {
      const text = JSON.stringify(answer) ?? 'null';
      return text.length > ${most} ? null : text;
    })`;
    const text = await this.evaluate(measured, ms);
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  }
}
