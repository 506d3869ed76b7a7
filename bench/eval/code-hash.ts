import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const CALIBRATION = new URL('../../functions/reviews/judge/calibration/', import.meta.url);
const EVAL = ['baselines.ts', 'examples.ts', 'gates.ts', 'measure.ts', 'workspaces.ts', 'worlds.ts'];

/** Of all that `npm run eval` measures, and of how it does. */
export const codeHash = async (): Promise<string> => {
  const measured = (await readdir(CALIBRATION)).filter((file) => file.endsWith('.ts')).sort();
  const files = [
    ...measured.map((name) => new URL(name, CALIBRATION)),
    new URL('../page-score.ts', CALIBRATION),
    ...EVAL.map((name) => new URL(name, import.meta.url)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
};
