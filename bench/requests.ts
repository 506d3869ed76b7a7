import { areas } from '../functions/areas.ts';
import { annotationPartition } from '../functions/kit/table/keys.ts';
import type { Item } from '../functions/kit/table/table.ts';
import { toolNames } from '../functions/mcp/tool-names.ts';
import { type Budget, type BudgetClass, classes, jobBudget } from './budget-classes.ts';
import { budgetOf } from './budgets.ts';
import { captureLog } from './capture-log.ts';
import { type Case, type Ground, openGround } from './cases/case.ts';
import { cases } from './cases.ts';
import type { Figure, Section } from './figures.ts';
import { itemBytes } from './item-size.ts';
import {
  measureCounting,
  measureDelivering,
  measureFollowing,
  measureJobs,
  measureNotifying,
  measureOwedEvents,
  measurePurge,
  measureReceiving,
  measureRuns,
} from './jobs.ts';
import { type Measured, meter } from './meter.ts';
import { type Operations, shaped } from './scale/operations.ts';
import { measureIndexing } from './search.ts';
import { type Asked, prepare, run, type World } from './world.ts';

/** Overhead that an Idempotency-Key may add to any create. */
const ONCE = { trips: 0, reads: 0, writes: 2 } as const;

export interface RequestFigures {
  name: string;
  class: BudgetClass;
  measured: Measured;
  /** Bytes of the body compressed as it leaves the Lambda, uncompressed, and of the log line. */
  bytes: number;
  sentBytes: number;
  logBytes: number;
}

const partitionItems = async ({ table }: World, partition: string): Promise<Item[]> =>
  (await table.query({ partition, consistent: true })).items;

/** Each request of a session also reads the person's row (docs/decisions/0227-people.md). */
const SESSION_READS = 1;

const isSession = ({ as }: Asked) => as !== undefined && !as.startsWith('sv');

/** The class's budget plus the allowances for this request's credential and size. */
const budgetFor = async (one: Case, asked: Asked, answer: string, ground: Ground): Promise<Budget> => {
  const found = one.budget ?? budgetOf(one.of);
  if (!found) throw new Error(`${one.of} has no budget.`);
  const budget: Budget = classes[found];
  const partitions = one.reads?.(asked, ground) ?? [];
  const read = await Promise.all(partitions.map((partition) => partitionItems(ground, partition)));
  const chunks = read.map((items) => Math.ceil(items.reduce((sum, item) => sum + itemBytes(item), 0) / 4096));
  const own = budget.reads + (isSession(asked) ? SESSION_READS : 0);
  const reads = own + chunks.reduce((sum, chunk) => sum + chunk * (budget.readsPer4Kb ?? 0), 0);
  if (!budget.writesPerKb) return { ...budget, reads };
  const { id } = JSON.parse(answer) as { id: string };
  const rows = await partitionItems(ground, annotationPartition(ground.workspace_id, id));
  const context = rows.find(({ sk }) => sk === 'CONTEXT') ?? {};
  return { ...budget, reads, writes: budget.writes + Math.ceil(itemBytes(context) / 1024) * budget.writesPerKb };
};

const nameOf = ({ of, variant, once }: Case) =>
  [of, ...(variant ? [`(${variant})`] : []), ...(once ? ['(Idempotency-Key)'] : [])].join(' ');

const measureCase = async (one: Case, ground: Ground) => {
  const asked = await one.ask(ground);
  const prepared = await prepare(asked);
  const { value, lines } = await captureLog(() => meter.measure(() => run(prepared)));
  const { answer, measured } = value;
  const text = answer.body.toString('latin1');
  if (answer.status >= 400) throw new Error(`${nameOf(one)} answered ${answer.status}: ${text}`);
  if (one.of.startsWith('mcp ') && !one.of.includes('run_personas') && text.includes('"isError":true'))
    throw new Error(`${nameOf(one)} failed: ${text}`);
  const isPlain = answer.headers['content-encoding'] === undefined;
  const budget = await budgetFor(one, asked, isPlain ? text : '{}', ground);
  const sizes = {
    bytes: answer.body.length,
    sentBytes: Buffer.byteLength(prepared.event.body ?? ''),
    logBytes: lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0),
  };
  return { measured, sizes, budget };
};

const cellsOf = (measured: Measured, budget: Pick<Budget, 'trips' | 'reads' | 'writes'>, budgetClass: string) => ({
  class: budgetClass,
  trips: { value: measured.trips, limit: budget.trips } satisfies Figure,
  read: { value: measured.reads, limit: budget.reads } satisfies Figure,
  write: { value: measured.writes, limit: budget.writes } satisfies Figure,
  sent: summary(measured.commands),
});

const summary = (commands: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const command of commands) counts.set(command, (counts.get(command) ?? 0) + 1);
  return [...counts].map(([command, count]) => (count > 1 ? `${count} ${command}` : command)).join(', ');
};

/** A case may be added before its area exists. */
const isThere = ({ of }: Case) => of.startsWith('mcp ') || areas.some(({ rows }) => of in rows);

/** Rows and tools without a case or without a budget. */
const gaps = (): string[] => {
  const wanted = [...areas.flatMap(({ rows }) => Object.keys(rows)), ...toolNames.map((tool) => `mcp ${tool}`)];
  const covered = new Set(cases.map(({ of }) => of));
  return [
    ...wanted.filter((name) => !budgetOf(name)).map((name) => `${name} has no budget in bench/budgets.ts`),
    ...wanted.filter((name) => !covered.has(name)).map((name) => `${name} has no case in bench/cases.ts`),
  ];
};

/** Sequential trips and request units of every contract row and every MCP tool. */
export const measureRequests = async (
  world: World,
): Promise<{
  section: Section;
  figures: RequestFigures[];
  jobs: Map<string, Measured>;
  workers: Map<string, Measured>;
  operations: Operations;
}> => {
  const ground = await openGround(world);
  const rows = new Map<string, Record<string, Figure | string>>();
  const figures: RequestFigures[] = [];
  const faults = gaps();
  const operations: Operations = {};
  const plain = new Map<string, Measured>();
  for (const one of cases.filter(isThere)) {
    const name = nameOf(one);
    const budgetClass = one.budget ?? budgetOf(one.of);
    if (!budgetClass) continue;
    try {
      const { measured, sizes, budget } = await measureCase(one, ground);
      const base = one.once ? plain.get(one.of) : undefined;
      const allowed = base
        ? { trips: base.trips + ONCE.trips, reads: base.reads + ONCE.reads, writes: base.writes + ONCE.writes }
        : budget;
      if (!one.variant && !one.once) plain.set(one.of, measured);
      rows.set(name, cellsOf(measured, allowed, budgetClass));
      operations[name] = shaped(measured, ground);
      figures.push({ name, class: budgetClass, measured, ...sizes });
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  const jobs = await measureJobs(ground);
  for (const [name, measured] of jobs) {
    operations[name] = shaped(measured, ground);
    rows.set(name, cellsOf(measured, classes[jobBudget], jobBudget));
  }
  const workers = new Map<string, Measured>();
  for (const measure of [
    measureRuns,
    measureFollowing,
    measureDelivering,
    measureOwedEvents,
    measureNotifying,
    measureReceiving,
    measureCounting,
    measurePurge,
    measureIndexing,
  ]) {
    try {
      for await (const { name, class: of, measured } of measure(ground)) {
        workers.set(name, measured);
        operations[name] = shaped(measured, ground);
        rows.set(name, cellsOf(measured, classes[of], of));
      }
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  return {
    jobs,
    workers,
    operations,
    section: {
      title: 'DynamoDB per request: sequential trips and request units as they are billed',
      columns: ['class', 'trips', 'read', 'write', 'sent'],
      rows,
      faults,
    },
    figures,
  };
};
