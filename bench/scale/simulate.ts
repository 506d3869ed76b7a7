import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';
import { PartitionLimits } from '../../lib/local/partitions.ts';
import { type Account, TIMES } from './account.ts';
import { Agenda } from './agenda.ts';
import { Counting } from './counting.ts';
import type { Operation, Operations } from './operations.ts';
import { filled, SimulatedTable } from './table.ts';
import { type Request, type Source, traffic } from './traffic.ts';

export type Outcome = 'answered' | 'edge 503' | 'api 429' | 'lambda 503' | 'table 503';

interface Flight {
  keys: Readonly<Record<string, string>>;
  operation: Operation;
  /** The current DynamoDB request. */
  step: number;
  tries: number;
  began: number;
  done: (outcome: Outcome, at: number) => void;
}

export interface Simulated {
  outcomes: Map<string, number>;
  /** Milliseconds of answered requests, sorted. */
  latencies: number[];
  table: SimulatedTable;
  peakConcurrency: number;
  /** Annotations removed by the purge. */
  purged: number;
  counted: { records: number; backlog: number };
  edgeRequests: number;
  lambdaSeconds: number;
  seconds: number;
}

export interface Plan {
  operations: Operations;
  account: Account;
  perSecond: number;
  seconds: number;
  seed: number;
  /** Without limits nothing is rejected, which shows the demand. */
  isLimited: boolean;
}

/** A token bucket of one second's requests. */
const gate = (perSecond: number) => {
  let [level, last] = [perSecond, 0];
  return (at: number): boolean => {
    level = Math.min(perSecond, level + (at - last) * perSecond);
    last = at;
    if (level < 1) return false;
    level -= 1;
    return true;
  };
};

const mustFind = (operations: Operations, name: string): Operation => {
  const found = operations[name];
  if (!found) throw new Error(`npm run bench -- --only requests has recorded nothing of ${name}.`);
  return found;
};

/**
 * Simulates the traffic through edge, gateway, Lambda and table, event by event. No handler runs; the same seed gives
 * the same result.
 */
export const simulate = ({ operations, account, perSecond, seconds, seed, isLimited }: Plan): Simulated => {
  const random = chanceFrom(seed);
  const table = new SimulatedTable(isLimited ? new PartitionLimits() : undefined);
  const agenda = new Agenda<(at: number) => void>();
  const next = traffic(random, perSecond);
  const [passesEdge, passesApi] = isLimited ? [gate(account.edgePerSecond), gate(account.apiPerSecond)] : [];
  const outcomes = new Map<string, number>();
  const latencies: number[] = [];
  const seen = { running: 0, peak: 0, edge: 0, purged: 0, lambda: 0 };
  const end = (of: Source | 'purge', outcome: Outcome) => {
    const name = `${of} ${outcome}`;
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
  };
  const counting = new Counting(mustFind(operations, 'worker count-usage (one write)'), account, table, agenda, random);

  const fly = (flight: Flight, at: number): void => {
    const { operation, keys } = flight;
    const request = operation.requests[flight.step];
    if (request === undefined) {
      flight.done('answered', at);
      return;
    }
    const uses = request.map((use) => filled(use, keys));
    if (table.serve(uses, at, flight.tries === 0)) {
      flight.step += 1;
      flight.tries = 0;
      // Requests of one trip are sent in parallel.
      const took = (TIMES.trip * operation.trips) / operation.requests.length / 1000;
      agenda.add(at + took, (then) => fly(flight, then));
      return;
    }
    flight.tries += 1;
    if (flight.tries >= account.attempts) {
      flight.done('table 503', at);
      return;
    }
    const pause = random() * Math.min(1, 0.02 * 2 ** flight.tries);
    agenda.add(at + TIMES.trip / 1000 + pause, (then) => fly(flight, then));
  };

  const refusedAt = (at: number): Outcome | undefined => {
    if (passesEdge && !passesEdge(at)) return 'edge 503';
    if (passesApi && !passesApi(at)) return 'api 429';
    return isLimited && seen.running >= account.concurrency ? 'lambda 503' : undefined;
  };

  const arrive = (request: Request, at: number): void => {
    const isCached = request.operation === 'getLoader' && random() < account.loaderCached;
    const refused = isCached ? 'answered' : refusedAt(at);
    if (!isCached) seen.edge += 1;
    if (refused) {
      end(request.of, refused);
      return;
    }
    seen.running += 1;
    seen.peak = Math.max(seen.peak, seen.running);
    const operation = mustFind(operations, request.operation);
    const began = at + TIMES.handler / 1000;
    const done = (outcome: Outcome, then: number) => {
      seen.running -= 1;
      seen.lambda += then - at;
      end(request.of, outcome);
      if (outcome !== 'answered') return;
      latencies.push((then - at) * 1000 + TIMES.edge);
      if (operation.requests.some((uses) => uses.some(({ partition }) => partition.includes('#AUDIT#')))) {
        counting.add(request.keys, then);
      }
    };
    agenda.add(began, (then) => fly({ keys: request.keys, operation, step: 0, tries: 0, began, done }, then));
  };

  const purge = (at: number): void => {
    const keys = { workspace: 'purged', site: 'purged-0', id: `purged-${seen.purged}` };
    const done = (outcome: Outcome, then: number) => {
      if (outcome === 'answered') seen.purged += 1;
      agenda.add(then + TIMES.trip / 1000, purge);
    };
    fly(
      { keys, operation: mustFind(operations, 'worker purge (an annotation)'), step: 0, tries: 0, began: at, done },
      at,
    );
  };
  for (let worker = 0; worker < account.purges; worker += 1) agenda.add(0, purge);

  let arrival = 0;
  for (;;) {
    arrival += -Math.log(1 - random()) / perSecond;
    if (arrival > seconds) break;
    for (let soon = agenda.next; soon !== undefined && soon <= arrival; soon = agenda.next) {
      const entry = agenda.take();
      entry?.what(entry.at);
    }
    arrive(next(), arrival);
  }
  latencies.sort((a, b) => a - b);
  return {
    outcomes,
    latencies,
    table,
    peakConcurrency: seen.peak,
    purged: seen.purged,
    counted: { records: counting.records, backlog: counting.backlog },
    edgeRequests: seen.edge,
    lambdaSeconds: seen.lambda,
    seconds,
  };
};
