import { missingGrants } from './calls/judge.ts';
import { endRecord, keptGrants } from './calls/run.ts';

export default async function globalTeardown() {
  await globalThis.sidenoteStages?.stop();
  if (!globalThis.sidenoteRecord) return;
  const lines = endRecord(globalThis.sidenoteRecord.part);
  const functions = keptGrants();
  // test/stack keeps them: without, this run's sources were never synthesized, and npm run test:stack judges its record.
  const missing = functions ? missingGrants(lines, functions) : [];
  if (missing.length > 0) throw new Error(`Functions made calls that their roles do not allow:\n${missing.join('\n')}`);
}
