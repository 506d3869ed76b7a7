import { addressBucket } from '../kit/access/rate-limit.ts';
import { DAY, type Milliseconds, SECOND, ttlAt } from '../kit/clock.ts';
import { type Refusal, tooManyRequests } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { currentKeyId, sign } from '../kit/server-keys.ts';
import { scratchKeys } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { DemoAnswer, DemoProgress } from './schema.ts';

export const DAILY_LIMIT = 1;
const WINDOW_MS = DAY;
/** Longer than the function lives: if it dies, the allowance comes back by itself. */
const RUN_MS = 40 * SECOND;

const IN_SCRATCH = { in: 'scratch' } as const;

/** A run may still return the allowance. */
const notNow = (row: Item | undefined, waitMs: Milliseconds): Refusal =>
  tooManyRequests(row?.run === undefined ? 'demo_daily_limit' : 'demo_running', {}, waitMs / SECOND, {
    daily_remaining: 0,
  });

/** Keyed, since anyone with plain hashes can try all addresses there are. */
const keyedHash = (purpose: string, text: string): string => {
  const hash = sign(purpose, text, currentKeyId());
  if (!hash) throw new Error('The current server key signs nothing.');
  return hash.toString('hex').slice(0, 40);
};

const absentOrExpired = (now: number) => [[['absent', 'pk']], [['<=', 'expires_at', now]]] as const;

const untilOf = (row: Item | undefined): number => (typeof row?.expires_at === 'number' ? row.expires_at : 0);

export const demoStore = (table: Table, { now, request }: Pick<Call, 'now' | 'request'>) => {
  const allowanceKey = () => scratchKeys.demoAllowance(keyedHash('demo address', addressBucket(request.ip)));
  const answerKey = (question: string) => scratchKeys.demoAnswer(keyedHash('demo answer', question));

  const findAnswer = async (question: string): Promise<DemoAnswer | undefined> => {
    const kept = await table.get(answerKey(question), IN_SCRATCH);
    const parsed = DemoAnswer.safeParse(kept?.answer);
    return parsed.success && untilOf(kept) > now ? parsed.data : undefined;
  };

  const readAllowance = () => table.get(allowanceKey(), IN_SCRATCH);

  const useOf = (run: string): Write => {
    const until = now + WINDOW_MS;
    return {
      ...IN_SCRATCH,
      update: allowanceKey(),
      set: { expires_at: until, ttl: ttlAt(until) },
      // Nothing runs from now on, and a late step has no run to show.
      remove: ['run', 'progress'],
      when: [['=', 'run', run]],
    };
  };

  return {
    look: async (question: string): Promise<{ answer: DemoAnswer | undefined; remaining: number }> => {
      const [answer, row] = await Promise.all([findAnswer(question), readAllowance()]);
      const until = untilOf(row);
      if (!answer && until > now) throw notNow(row, until - now);
      return { answer, remaining: until > now ? 0 : DAILY_LIMIT };
    },

    reserve: async (): Promise<string> => {
      const run = newId();
      const progress: DemoProgress = { step: 'open', views: [] };
      const set = { run, progress, expires_at: now + RUN_MS, ttl: ttlAt(now + RUN_MS) };
      const take: Write = { ...IN_SCRATCH, update: allowanceKey(), set, when: [['any', absentOrExpired(now)]] };
      if (await table.tryTransact([take])) return run;
      const row = await readAllowance();
      throw notNow(row, untilOf(row) - now);
    },

    /** Of visitors who ask at once, the first answer is everyone's. */
    finish: async (run: string, question: string, answer: DemoAnswer, keptMs: number): Promise<DemoAnswer> => {
      const use = useOf(run);
      const kept = { answer, expires_at: now + keptMs, ttl: ttlAt(now + keptMs) };
      const keep: Write = {
        ...IN_SCRATCH,
        put: { ...answerKey(question), ...kept },
        when: [['any', absentOrExpired(now)]],
      };
      const lost = await table.failedWrites([use, keep]);
      if (!lost.includes(1)) return answer;
      if (!lost.includes(0)) await table.transact([use]);
      return (await findAnswer(question)) ?? answer;
    },

    /** Best effort: the visitor sees it while waiting. */
    tell: async (run: string, progress: DemoProgress): Promise<void> => {
      await table
        .transact([{ ...IN_SCRATCH, update: allowanceKey(), set: { progress }, when: [['=', 'run', run]] }])
        .catch(() => undefined);
    },

    follow: async (): Promise<DemoProgress> => {
      const row = await readAllowance();
      const { data } = DemoProgress.safeParse(row?.progress);
      return data && untilOf(row) > now && untilOf(row) <= now + RUN_MS ? data : { step: null, views: [] };
    },

    /** Of a run without an answer that cost something. Never throws: the visitor learns why there is no answer. */
    useUp: async (run: string): Promise<void> => {
      await table.transact([useOf(run)]).catch(() => undefined);
    },

    /** Only if it is still this run's. Never throws: it also comes back by itself. */
    giveBack: async (run: string): Promise<void> => {
      await table
        .transact([{ ...IN_SCRATCH, delete: allowanceKey(), when: [['=', 'run', run]] }])
        .catch(() => undefined);
    },
  };
};
