import { join } from 'node:path';
import { beginRecord } from './calls/run.ts';
import { openStages } from './stages.js';

const PARTS = { undefined: 'tests', others: 'proofs', faults: 'proofs under faults' };

/** Which part of a complete record this run is; undefined if it runs only some of its tests. */
const partOf = ({ nonFlagArgs, testNamePattern, onlyChanged, shard, findRelatedTests }) =>
  process.env.TESTS || nonFlagArgs.length > 0 || testNamePattern || onlyChanged || shard || findRelatedTests
    ? undefined
    : PARTS[process.env.PROOF];

/** TEST_BASE_URL names a stage to test instead of those that are started here. */
export default async function globalSetup(config) {
  const named = process.env.TEST_BASE_URL;
  if (named) {
    process.env.SIDENOTE_STAGE = JSON.stringify({ base_url: named });
    return;
  }
  // Workers and stages load the same packages, and stages the same modules of ours.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compile');
  // Machines stand still for seconds, and only a few tests are about a store that answers late.
  process.env.STORE_ANSWER_MS ??= '20000';
  globalThis.sidenoteRecord = { part: partOf(config) };
  beginRecord(globalThis.sidenoteRecord.part);
  globalThis.sidenoteStages = await openStages();
  process.env.SIDENOTE_STAGES = globalThis.sidenoteStages.url;
}
