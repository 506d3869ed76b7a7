import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import * as z from 'zod';
import { type Case, candidatesIn, captureMarked } from './visit.ts';

const Pairs = z.array(z.object({ before: z.string(), after: z.string().nullable(), change: z.string().optional() }));

/** Cases that others made: two versions of a page, and which elements are the same. */
export const visitData = async (context: BrowserContext, folder: string): Promise<Case[]> => {
  const cases: Case[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const read = (file: string) => readFile(join(folder, name, file), 'utf8');
    const pairs = Pairs.parse(JSON.parse(await read('pairs.json')));
    const page = await context.newPage();
    await page.setContent(await read('before.html'));
    await page.evaluate(
      (selectors) => {
        const marked = selectors.map((selector) => document.querySelector(selector));
        const missing = selectors.filter((_, at) => !marked[at]);
        if (missing.length > 0) throw new Error(`before.html has no ${missing.join(', ')}`);
        Object.assign(window, { marked });
      },
      pairs.map(({ before }) => before),
    );
    const pinned = await captureMarked(page);
    await page.setContent(await read('after.html'));
    await page.evaluate(
      (selectors) => {
        for (const [at, selector] of selectors.entries()) {
          if (selector === null) continue;
          const found = document.querySelector(selector);
          if (!found) throw new Error(`after.html has no ${selector}`);
          found.setAttribute('data-test-mark', String(at));
        }
      },
      pairs.map(({ after }) => after),
    );
    const { candidates, places } = await candidatesIn(page, pinned);
    for (const [at, { change = name, after }] of pairs.entries()) {
      const [one, truth] = [pinned[at], places.get(at)];
      if (!one || (after !== null && truth === undefined)) throw new Error(`${name}: pair ${at} cannot be read.`);
      cases.push({ page: name, change, pinned: one, candidates, at, truth: after === null ? null : (truth ?? null) });
    }
    await page.close();
  }
  return cases;
};
