import { rm } from 'node:fs/promises';

export default async function globalTeardown() {
  await rm(process.env.SIDENOTE_ASSEMBLY, { recursive: true, force: true });
}
