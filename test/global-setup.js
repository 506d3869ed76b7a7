import { openStages } from './stages.js';

/** TEST_BASE_URL names a stage to test instead of those that are started here. */
export default async function globalSetup() {
  const named = process.env.TEST_BASE_URL;
  if (named) {
    process.env.SIDENOTE_STAGE = JSON.stringify({ base_url: named });
    return;
  }
  globalThis.sidenoteStages = await openStages();
  process.env.SIDENOTE_STAGES = globalThis.sidenoteStages.url;
}
