import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { Candidates, candidatesScript } from '../../functions/browser/in-page/candidates.ts';
import { CHANGES, changePage, type Half, markElements } from './changes.ts';

/** The captured properties of an element. */
export type Pinned = Pick<CapturedContext, 'anchor' | 'html'> & { title?: string };

/** A pinned element and the page in which it is looked for. */
export interface Case {
  page: string;
  change: string;
  pinned: Pinned;
  candidates: Candidates;
  /** In `candidates.selected`. */
  at: number;
  /** Its place in `candidates.nodes`; null if it was removed. */
  truth: number | null;
}

const MARK = 'data-test-mark';
const MARKS = 12;

let capturer: Promise<string> | undefined;

/** The widget's own code that describes an element. */
const captureScript = (): Promise<string> => {
  capturer ??= build({
    stdin: {
      contents: `import { anchorOf } from './web/widget/anchor.ts';
        import { snippet } from './web/widget/snippet.ts';
        globalThis.capture = (element) => ({
          anchor: anchorOf(element, 'element', element.getBoundingClientRect().toJSON()), html: snippet(element), title: document.title,
        });`,
      resolveDir: new URL('../..', import.meta.url).pathname,
    },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  }).then(({ outputFiles: [file] }) => file?.text ?? '');
  return capturer;
};

type Window = { marked: Element[]; capture(element: Element): Pinned };

export const captureMarked = async (page: Page): Promise<Pinned[]> => {
  await page.evaluate(await captureScript());
  return page.evaluate(() => {
    const { marked, capture } = window as unknown as Window;
    return marked.map((element) => capture(element));
  });
};

export const candidatesIn = async (page: Page, pinned: readonly Pinned[]) => {
  const selectors = pinned.map(({ anchor: { selector = '', frame_path = [] } }) => ({ selector, frame_path }));
  const candidates = Candidates.parse(await page.evaluate(candidatesScript(selectors)));
  const places = new Map<number, number>();
  for (const [index, node] of candidates.nodes.entries()) {
    const { [MARK]: mark, ...tests } = node.tests ?? {};
    if (mark !== undefined) places.set(Number(mark), index);
    if (Object.keys(tests).length > 0) node.tests = tests;
    else delete node.tests;
  }
  return { candidates, places };
};

const open = async (page: Page, url: string) => {
  await page.goto(url, { waitUntil: 'load' });
  // Pages that scripts draw need a moment, and must be the same on each visit.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, 400);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 400);
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        setTimeout(done, 5000);
      }),
  );
};

const seedOf = (text: string): number =>
  [...text].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) >>> 0, 7);

/** A page under every change. */
export const visitChanges = async (page: Page, url: string, name: string, half: Half): Promise<Case[]> => {
  const draw = { seed: seedOf(name), marks: MARKS };
  await open(page, url);
  await page.evaluate(markElements, draw);
  const pinned = await captureMarked(page);
  const cases: Case[] = [];
  for (const [change, steps] of Object.entries(CHANGES[half])) {
    await open(page, url);
    await page.evaluate(markElements, draw);
    const gone = await page.evaluate(changePage, { steps, seed: seedOf(`${name} ${change}`) });
    const { candidates, places } = await candidatesIn(page, pinned);
    for (const [at, one] of pinned.entries()) {
      const truth = places.get(at) ?? (gone.includes(at) ? null : undefined);
      if (truth === undefined) throw new Error(`${name}, ${change}: mark ${at} is missing.`);
      cases.push({ page: name, change, pinned: one, candidates, at, truth });
    }
  }
  return cases;
};
