export default async function globalTeardown() {
  await globalThis.sidenoteStages?.stop();
}
