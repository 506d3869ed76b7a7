import { createHash } from 'node:crypto';
import type { ModelCall } from '../../../functions/reviews/ask/model/model.ts';
import type { Tokens } from '../../../functions/reviews/run-rows.ts';

const CHARACTERS_A_TOKEN = 4;
const PICTURE_TOKENS = 1100;
const STEP = 128;
const LEAST = 1024;
const WRITE = 1.25;
const READ = 0.1;

export interface Billed extends Tokens {
  task: string;
  isRepair: boolean;
  /** Token equivalents: what the input costs, in tokens of full price. */
  equivalents: number;
}

const tokensOf = (characters: number): number => Math.ceil(characters / CHARACTERS_A_TOKEN);

/** As many characters as its tokens have, and the same only for the same picture. */
const pictureText = (bytes: Uint8Array): string => {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return hash.repeat(Math.ceil((PICTURE_TOKENS * CHARACTERS_A_TOKEN) / hash.length)).slice(0, PICTURE_TOKENS * 4);
};

const commonStart = (one: string, other: string): number => {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[at] === other[at]) at += 1;
  return at;
};

/**
 * Bills the input of calls as providers with a prompt cache do: schema, system and shared parts are written to the cache
 * once the call has answered, and read from it by calls that begin after that.
 */
export const promptCache = () => {
  const written: string[] = [];
  const bills: Billed[] = [];
  return {
    bills,
    /** Counts a call when it begins; `answered` makes its prefix known to later ones. */
    begin: ({ question, prompt, repair }: Omit<ModelCall, 'signal'>) => {
      const shared = prompt.shared.map((part) => (part.type === 'text' ? part.text : pictureText(part.bytes)));
      const stable = [JSON.stringify(prompt.schema), prompt.system, ...shared].join('\n');
      const rest = [prompt.task, ...(repair ? [repair.answer, repair.request] : [])].join('\n');
      const longest = Math.max(0, ...written.map((one) => commonStart(one, stable)));
      const steps = Math.floor(tokensOf(longest) / STEP) * STEP;
      const cached = steps >= LEAST ? steps : 0;
      const stableTokens = tokensOf(stable.length);
      const input = stableTokens + tokensOf(rest.length);
      const equivalents = cached * READ + (stableTokens - cached) * WRITE + tokensOf(rest.length);
      return {
        answered: (text: string): Tokens => {
          written.push(stable);
          const tokens = { input, cached, output: tokensOf(text.length) };
          bills.push({ ...tokens, task: question.task, isRepair: repair !== undefined, equivalents });
          return tokens;
        },
      };
    },
  };
};

/** Of all calls: their number, and what the cache spares. */
export const billOf = (bills: readonly Billed[]) => {
  const sum = (of: (bill: Billed) => number) => bills.reduce((total, bill) => total + of(bill), 0);
  const input = sum((bill) => bill.input);
  const equivalents = Math.round(sum((bill) => bill.equivalents));
  const repairs = bills.filter(({ isRepair }) => isRepair).length;
  return {
    planned: bills.length - repairs,
    repairs,
    input,
    cached: sum((bill) => bill.cached),
    output: sum((bill) => bill.output),
    equivalents,
    spared: 1 - equivalents / input,
  };
};
