interface Early {
  answer: Promise<Response>;
  /** Later requests want fresh data. */
  until: number;
}

/** The first load is slow on slow networks. */
const GOOD_MS = 60_000;
/** The first matching request takes the response. */
const answers = new Map<string, Early>();
/** Requests that the page made first: when it repeats one, it wants a fresh answer. */
const asked = new Set<string>();

/** Includes credential and workspace, so that no one gets another user's response. */
const keyOf = (input: unknown, headers: HeadersInit = {}) => JSON.stringify([input, Object.entries(headers).sort()]);

let ownWorkspace: string | undefined;

const keep = (input: unknown, headers: HeadersInit | undefined, early: Early): void => {
  const named = ownWorkspace && keyOf(input, { 'x-svc-workspace': ownWorkspace, ...headers });
  for (const key of [keyOf(input, headers), named]) if (key && !asked.has(key)) answers.set(key, early);
};

export const fetchEarly: typeof fetch = async (input, init = {}) => {
  const answer = fetch(input, init);
  keep(input, init.headers, { answer, until: performance.now() + GOOD_MS });
  return (await answer).clone();
};

/** From now on, responses to requests that named no workspace answer those that name this one: the service takes it then. */
export const nameOwnWorkspace = (id: string): void => {
  ownWorkspace = id;
  for (const [key, early] of [...answers]) {
    const [input, headers] = JSON.parse(key) as [string, [string, string][]];
    keep(input, Object.fromEntries(headers), early);
  }
};

let isOver = false;

/** The early script asks for nothing more. */
export const endEarly = (): void => {
  isOver = true;
};

export const fetchOnce: typeof fetch = (input, init = {}) => {
  const key = keyOf(input, init.headers);
  const early = answers.get(key);
  // Its body can be read once, whichever name it has.
  for (const [other, one] of answers) if (one === early) answers.delete(other);
  if (!isOver) asked.add(key);
  return early && performance.now() < early.until ? early.answer : fetch(input, init);
};
