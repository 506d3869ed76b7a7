import { median } from './figures.ts';
import { prepare, run } from './world.ts';

/** Measured in a separate process, so that its peak memory is the export's alone. */
export interface PdfTime {
  /** Per export: its time relative to a list of 50 just before it. */
  ratios: number[];
  seconds: number[];
  peakMb: number;
  bytes: number;
}

const ROUNDS = 3;
const LISTS = 9;

const timeOf = async (path: string, as: string): Promise<{ ms: number; bytes: number }> => {
  const prepared = await prepare({ method: 'GET', path, as });
  const began = performance.now();
  const answer = await run(prepared);
  const ms = performance.now() - began;
  if (answer.status >= 400) throw new Error(`GET ${path} answered ${answer.status}: ${answer.body}`);
  return { ms, bytes: answer.body.length };
};

const measure = async (exportPath: string, listPath: string, token: string): Promise<PdfTime> => {
  const ratios: number[] = [];
  const seconds: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const lists: number[] = [];
    for (let call = 0; call < LISTS; call += 1) lists.push((await timeOf(listPath, token)).ms);
    const made = await timeOf(exportPath, token);
    ratios.push(made.ms / median(lists));
    seconds.push(made.ms / 1000);
    bytes = made.bytes;
  }
  return { ratios, seconds, peakMb: process.resourceUsage().maxRSS / 1024, bytes };
};

const [, , exportPath = '', listPath = '', token = ''] = process.argv;
process.stdout.write(JSON.stringify(await measure(exportPath, listPath, token)));
process.exit(0);
