import { type BudgetClass, classes } from './budget-classes.ts';
import { budgetOf } from './budgets.ts';
import { type Case, type Ground, openGround } from './cases/case.ts';
import { cases } from './cases.ts';
import { type Figure, isOver, median, quantile, type Section, timed } from './figures.ts';
import { openFloor } from './floor.ts';
import { prepare, run, type World } from './world.ts';

const ROUNDS = 5;
const CALLS = 30;
const NOTES = 10;

/** One subject per class of BUDGETS.md that has a limit relative to the floor, and the floor itself. */
const SUBJECTS = [
  'getAnnotation',
  'listAnnotations',
  'listAnnotations (status=pending)',
  'patchAnnotation',
  'createReply',
  'createResolution',
  'createAnnotation',
  'getResolutionUploadUrl',
] as const;

interface Subject {
  name: string;
  class: BudgetClass | undefined;
  once: () => Promise<() => Promise<unknown>>;
  /** Milliseconds of each call, by round. */
  rounds: number[][];
}

const isSubject = ({ of, variant, once }: Case) =>
  !once && (SUBJECTS as readonly string[]).includes(variant ? `${of} (${variant})` : of);

/** Alternates between a few new notes; each patch moves a note from one list to the other. */
const toSubject = async (one: Case, ground: Ground): Promise<Subject> => {
  const notes = await Promise.all(Array.from({ length: NOTES }, ground.bareNote));
  let calls = 0;
  const own = { ...ground, note: async () => notes[calls % NOTES]! };
  return {
    name: one.variant ? `${one.of} (${one.variant})` : one.of,
    class: one.budget ?? budgetOf(one.of),
    rounds: [],
    once: async () => {
      const asked = await one.ask(own);
      const status = calls % (2 * NOTES) < NOTES ? 'resolved' : 'pending';
      const body = asked.method === 'PATCH' ? { status, summary: 'Done.' } : asked.body;
      const prepared = await prepare({ ...asked, ...(body !== undefined && { body }) });
      calls += 1;
      return () => run(prepared);
    },
  };
};

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - began) / 1e6;
};

/** The subjects take turns call by call, so that a busy machine affects all of them. */
const playRound = async (subjects: readonly Subject[]) => {
  const calls = subjects.map((): number[] => []);
  for (let call = 0; call < CALLS; call += 1) {
    for (const [index, subject] of subjects.entries()) calls[index]!.push(await milliseconds(await subject.once()));
  }
  for (const [index, subject] of subjects.entries()) subject.rounds.push(calls[index]!);
};

const ratio = (subject: Subject, floor: Subject): Figure => {
  const budget = subject.class && classes[subject.class];
  return timed(
    subject.rounds.map((calls, round) => median(calls) / median(floor.rounds[round]!)),
    budget && 'p50' in budget ? budget.p50 : undefined,
  );
};

/** p50 and p99 of each class and of the floor, as multiples of the floor's. */
export const measureLatency = async (world: World): Promise<Section> => {
  const ground = await openGround(world);
  const work = await openFloor(world);
  const floor: Subject = { name: 'floor', class: undefined, once: async () => work, rounds: [] };
  const chosen = cases.filter(isSubject);
  const subjects = [floor, ...(await Promise.all(chosen.map((one) => toSubject(one, ground))))];
  await playRound(subjects);
  for (const subject of subjects) subject.rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) await playRound(subjects);
  // A busy moment is not a failure: subjects that seem too slow are measured again.
  if (subjects.some((subject) => isOver(ratio(subject, floor))))
    for (let round = 0; round < ROUNDS; round += 1) await playRound(subjects);

  const floorCalls = floor.rounds.flat();
  const rows = new Map<string, Record<string, Figure | string>>();
  for (const subject of subjects) {
    const calls = subject.rounds.flat();
    const shown = { 'p50 ms': median(calls).toFixed(2), 'p99 ms': quantile(calls, 0.99).toFixed(2) };
    const ratios = {
      'p50 ÷ floor': ratio(subject, floor),
      'p99 ÷ floor': (quantile(calls, 0.99) / quantile(floorCalls, 0.99)).toFixed(2),
    };
    rows.set(subject.name, subject === floor ? shown : { ...shown, ...ratios });
  }
  return {
    title: 'Time per request, on the emulator, relative to the raw-SDK floor (five interleaved rounds)',
    columns: ['p50 ms', 'p99 ms', 'p50 ÷ floor', 'p99 ÷ floor'],
    rows,
  };
};
