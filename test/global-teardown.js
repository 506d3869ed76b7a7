import { once } from 'node:events';
import { rm } from 'node:fs/promises';

export default async function globalTeardown() {
  if (!globalThis.sidenoteStage) return;
  const { stage, folder } = globalThis.sidenoteStage;
  if (stage.exitCode === null) {
    stage.kill('SIGTERM');
    await once(stage, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
}
