interface Early {
  answer: Promise<Response>;
  /** Afterwards what is asked for is meant to be new. */
  until: number;
}

/** The first load takes long where the network is slow. */
const GOOD_MS = 60_000;
/** What was asked for before the page's own code had come; each answer is for the first who asks the same. */
const answers = new Map<string, Early>();

/** With its credential and workspace, so that nobody gets another's. */
const keyOf = (input: RequestInfo | URL, { headers }: RequestInit) => JSON.stringify([input, headers]);

export const fetchEarly: typeof fetch = async (input, init = {}) => {
  const answer = fetch(input, init);
  answers.set(keyOf(input, init), { answer, until: performance.now() + GOOD_MS });
  return (await answer).clone();
};

/** `fetch`, but for what is on its way already. */
export const fetchOnce: typeof fetch = (input, init = {}) => {
  const key = keyOf(input, init);
  const early = answers.get(key);
  answers.delete(key);
  return early && performance.now() < early.until ? early.answer : fetch(input, init);
};
