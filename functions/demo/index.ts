import { isMainThread } from 'node:worker_threads';
import { renderPage } from '../browser/render-page.ts';
import { serve } from '../kit/http/serve.ts';
import { openModel } from '../reviews/ask/model/open-model.ts';
import { extractApart } from '../reviews/read/extract/apart.ts';
import { fetchPage } from '../reviews/read/fetch-page.ts';
import { checkCaptcha } from './captcha.ts';
import { demo } from './contract.ts';
import {
  bindDemo,
  DEMO_LIMITS,
  type DemoNeeds,
  getDemoConfig,
  getDemoProgress,
  listDemoPersonas,
  runDemo,
} from './operations.ts';
import { seePageWith } from './see-page.ts';

const MB = 1024 * 1024;

const needs: DemoNeeds = {
  checkCaptcha,
  fetchPage,
  extract: (source) => extractApart(source, { ms: 5000, growth_bytes: 900 * MB }),
  openModel,
  seePage: seePageWith(renderPage),
  limits: DEMO_LIMITS,
};

const open = () => serve(demo, { runDemo: runDemo(needs), listDemoPersonas, getDemoConfig, getDemoProgress }, bindDemo);

/** A page is read in a thread that starts from this same file, without settings; it answers no requests. */
export const handler = isMainThread ? open() : undefined;
