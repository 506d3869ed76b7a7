import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGround } from '../cases/case.ts';
import { type Figure, median, type Section, timed } from '../figures.ts';
import { startHttp2Front } from '../http2-proxy.ts';
import type { World } from '../world.ts';
import { before, type Figures, limits } from './before.ts';
import { openQuota } from './quota.ts';
import { type Started, start, type Way } from './start.ts';
import { BARE, type Subject, subjectsOf } from './subjects.ts';

const ROUNDS = 5;
const COLUMNS = ['answer', 'answer at 0.30', 'CPU', 'first call', 'warm CPU', 'undici'] as const;
const WARM_CALLS = 200;

/** Which subjects are started in which way, once per round. */
const WAYS = {
  whole: /./,
  slower: /^(bare|hello|raw|sites|annotations|widget|reviews|mcp)\b/,
  calls: /^(?!bare)/,
  warm: /^(raw|sites|annotations)\b/,
} as const;
type Name = keyof typeof WAYS;
const names = Object.keys(WAYS) as Name[];

interface Measured {
  subject: Subject;
  rounds: Record<Name, Started[]>;
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

const openQuotas = () => {
  const [usual, half] = [openQuota(0.58), openQuota(0.3)];
  const of: Record<Name, Way> = {
    whole: { whole: usual },
    slower: { whole: half },
    calls: { calls: usual },
    warm: { warmCalls: WARM_CALLS },
  };
  return {
    of,
    isOpen: Boolean(usual && half),
    remove: () => {
      usual?.remove();
      half?.remove();
    },
  };
};

const environment = (url: string, certificate: string) => ({
  ...process.env,
  AWS_ENDPOINT_URL_DYNAMODB: url,
  NODE_EXTRA_CA_CERTS: certificate,
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
});

const ratios = (all: readonly Started[], base: readonly Started[], of: 'took' | 'cpu' | 'warm') =>
  all.map((one, round) => one[of] / base[round]![of]);

/** Under its quota, a bare start takes this much longer than its processor time, unless others used the machine. */
const BUSY = 1.4 / 0.58;
const TIMES: ReadonlySet<string> = new Set(['answer', 'answer at 0.30', 'first call']);

const cells = (
  { subject, rounds }: Measured,
  { bare, raw, isBusy }: { bare: Measured; raw: Measured; isBusy: boolean },
): Record<string, Figure | string> => {
  const limit = limits[subject.name] ?? {};
  const former = before[subject.name] ?? {};
  const { whole, slower, calls, warm } = rounds;
  const figures: [string, keyof Figures, readonly number[]][] = [
    ['answer', 'answer', ratios(whole, bare.rounds.whole, 'took')],
    ['answer at 0.30', 'slower', ratios(slower, bare.rounds.slower, 'took')],
    ['CPU', 'cpu', ratios(whole, bare.rounds.whole, 'cpu')],
    ['first call', 'call', calls.map(({ first }, round) => first / bare.rounds.whole[round]!.took)],
    ['warm CPU', 'warm', ratios(warm, raw.rounds.warm, 'warm')],
  ];
  const shown: Record<string, Figure | string> = {};
  for (const [column, name, values] of figures) {
    const was = former[name];
    if (was !== undefined) shown[`${column}: was`] = was.toFixed(2);
    if (values.length === 0) continue;
    const figure = timed(values, limit[name]);
    shown[column] = isBusy && TIMES.has(column) ? `(${figure.value.toFixed(2)})` : figure;
  }
  if (calls.some(({ undici }) => undici)) shown.undici = 'loaded';
  return shown;
};

/** From spawn to the first answer, and the first call after a start at full speed, as multiples of a bare start. */
export const measureCold = async (world: World): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-cold-'));
  const front = await startHttp2Front(world.endpoint);
  const quotas = openQuotas();
  try {
    const certificate = join(folder, 'certificate.pem');
    await writeFile(certificate, front.cert);
    const place = { folder, env: environment(front.url, certificate) };
    const subjects = await subjectsOf(await openGround(world));
    const measured = subjects.map(
      (subject): Measured => ({ subject, rounds: { whole: [], slower: [], calls: [], warm: [] } }),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { subject, rounds } of shuffled(measured)) {
        for (const way of names.filter((name) => WAYS[name].test(subject.name)))
          rounds[way].push(await start(subject, place, quotas.of[way]));
      }
    }
    const named = (name: string) => measured.find(({ subject }) => subject.name === name)!;
    const bare = named(BARE.name);
    const isBusy = median(bare.rounds.whole.map(({ took, cpu }) => took / cpu)) > BUSY;
    const ms = median(bare.rounds.whole.map(({ took }) => took)).toFixed(0);
    return {
      title:
        'Cold start over TLS: spawn to first answer and the first call alone ÷ a bare start, a warm call’s CPU ÷ raw’s',
      columns: COLUMNS.flatMap((column) => (column === 'undici' ? [column] : [`${column}: was`, column])),
      rows: new Map(measured.map((one) => [one.subject.name, cells(one, { bare, raw: named('raw'), isBusy })])),
      notes: [
        '“was”: at e1fc143b.',
        ...(isBusy ? ['The machine was busy: times (in brackets) are shown, not judged. Run it again in peace.'] : []),
        quotas.isOpen
          ? `With 0.58 and 0.30 of a processor, by a control group; a bare start took ${ms} ms at 0.58.`
          : 'Control groups are not writable here, so all of it ran at full speed.',
      ],
    };
  } finally {
    quotas.remove();
    await front.close();
    await rm(folder, { recursive: true, force: true });
  }
};
