import type { Fact } from '../../functions/facts/fact.ts';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { reviewPartition } from '../../functions/kit/table/keys.ts';
import { isJobKind } from '../../functions/owed/jobs.ts';
import type {
  ChairQuestion,
  Model,
  ModelCall,
  PersonaQuestion,
  VersionsQuestion,
} from '../../functions/reviews/ask/model/model.ts';
import { DEFAULT_SETTINGS } from '../../functions/reviews/ask/model/settings.ts';
import { contentOf } from '../../functions/reviews/read/content.ts';
import { writeContent } from '../../functions/reviews/run/extract-outcome.ts';
import { doRunJob } from '../../functions/reviews/run/run-one-persona.ts';
import { type Caller, call, table } from '../driver.ts';

/** One fault, as a model gives it. */
export interface Fault {
  quote?: string | null;
  element?: string | null;
  comment: string;
  severity?: number;
  kind?: 'fault' | 'strength';
  fix?: { before: string | null; after: string } | null;
}

interface Said {
  faults: readonly Fault[];
  score?: number;
}

type Versions = (question: VersionsQuestion) => object;

type Answers = (persona: PersonaQuestion['persona']['name'], times: number) => Said | 'fails';

const answerOf = ({ dimensions }: PersonaQuestion, { faults, score = 3 }: Said) => ({
  findings: faults.map(({ quote = null, element = null, comment, severity = 3, kind = 'fault', fix = null }) => ({
    dimension: dimensions[0]?.name,
    kind,
    evidence: quote || element ? [{ quote, element, region: null }] : [],
    comment,
    severity: kind === 'fault' ? severity : null,
    fix,
  })),
  scores: dimensions.map(({ name }) => ({ dimension: name, score, reason: null })),
  summary: 'It says what it sells.',
  brief: null,
  chair: null,
});

const closing = ({ findings }: ChairQuestion, groups: (question: ChairQuestion) => readonly number[][]) => ({
  chair: {
    groups: groups({ task: 'chair', findings } as ChairQuestion).map(([lead, ...others]) => ({
      lead,
      findings: others,
    })),
    order: findings.map(({ number }) => number),
    struck: [],
    verdict: [{ text: 'It reaches its goal in part.', findings: [1] }],
    disagreements: [],
  },
});

const BRIEF = { brief: { goal: 'Sell lamps', audience: 'People who furnish', stage: 'live', transcripts: [] } };

export const modelSaying = (
  answers: Answers,
  groups: Parameters<typeof closing>[1] = () => [],
  versions: Versions = () => ({ versions: [] }),
) => {
  const calls: ModelCall[] = [];
  const times = new Map<string, number>();
  const reply = (question: ModelCall['question']): object | string => {
    if (question.task === 'brief') return BRIEF;
    if (question.task === 'chair') return closing(question, groups);
    if (question.task === 'versions') return versions(question);
    const { name } = question.persona;
    times.set(name, (times.get(name) ?? 0) + 1);
    const said = answers(name, times.get(name) ?? 1);
    return said === 'fails' ? '' : answerOf(question, said);
  };
  const model: Model = {
    id: 'test-1',
    live: true,
    settings: { ...DEFAULT_SETTINGS, samples: 1 },
    ask: async (asked) => {
      calls.push(asked);
      const said = reply(asked.question);
      const text = typeof said === 'string' ? said : JSON.stringify(said);
      return { text, usage: { input: 100, output: 10, cached: 40 } };
    },
  };
  return { model, calls };
};

const MAX_STEPS = 60;

/** Does what a review owes until it owes nothing more, as its workers would. */
export const runWhole = async (ws: string, review: string, model: Model | undefined): Promise<void> => {
  const needs = { table: table(), model, objects: () => ({ read: async () => undefined }) };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { items } = await table().query({ partition: reviewPartition(ws, review), consistent: true });
    const due = items.find(({ job, due_at }) => isJobKind(job) && Number(due_at) <= now());
    if (!due || !isJobKind(due.job)) return;
    await doRunJob(needs, { job: due.job, pk: due.pk, sk: due.sk }, { remainingMs: () => 120_000 });
  }
  throw new Error(`The review still owes something after ${MAX_STEPS} steps.`);
};

const PICTURES = [
  { element: 'screenshot-wide', key: 'kept/none', type: 'image/jpeg' as const, width: 1440, height: 2000 },
];

/** Writes a page's text as the worker that reads pages does. */
export const readAs = async (
  ws: string,
  review: string,
  text: string,
  { title = 'Lamps', facts }: { title?: string; facts?: readonly Fact[] } = {},
): Promise<void> => {
  const reading = { title, url: 'https://shop.example.com/', language: 'en', text, cut: null, elements: [], notes: [] };
  if (
    !(await writeContent(
      table(),
      { ws, review },
      { content: { ...contentOf('site', reading), pictures: PICTURES }, facts },
    ))
  )
    throw new Error('It is not owed.');
};

/** Personas of the workspace, by the names given. */
export const panelOf = async (as: Caller, names: readonly string[], category = 'copy'): Promise<string[]> => {
  const ids: string[] = [];
  for (const name of names) {
    const body = {
      ...{ name, title: 'Reads', category, description: 'Reads what there is.', custom_instructions: null },
      evaluation_dimensions: [
        { name: `Clarity for ${name}`, description: 'How clear it is.', weight: 1 },
        { name: `Trust for ${name}`, description: 'How much it convinces.', weight: 1 },
      ],
    };
    const answer = await call('POST', '/api/personas', { as, body, headers: { 'idempotency-key': newId() } });
    if (answer.status !== 200) throw new Error(`The persona was refused: ${answer.text}`);
    ids.push(answer.body.id);
  }
  return ids;
};
