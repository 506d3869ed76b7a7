import type { Client } from '@modelcontextprotocol/client';
import { type Caller, call } from '../../driver.ts';
import { callTool } from '../../mcp/connect.ts';
import type { Fault } from './faults.ts';
import type { Shop } from './shop.ts';

export interface Cost {
  calls: number;
  /** Characters of everything received, divided by 4. */
  tokens: number;
}

/** The agent searches the sources for what the note names, and changes the one file that it finds. */
export const fix = async (shop: Shop, note: string, { clue, file, from, to }: Fault): Promise<void> => {
  const found = clue.exec(note)?.slice(1).find(Boolean);
  if (!found) throw new Error(`The note does not lead to ${file}:\n${note}`);
  const files = await shop.grep(found);
  if (!files.includes(file)) throw new Error(`“${found}” is in ${files.join(', ') || 'no file'}, not in ${file}.`);
  await shop.replace(file, from, to);
};

const sizeOf = (answer: unknown) => JSON.stringify(answer).length / 4;

export interface Hands {
  /** Everything that the note says, as one text. */
  read: (id: string) => Promise<string>;
  askApproval: (id: string, intent: string) => Promise<void>;
  resolve: (id: string, done: { summary: string; explanation: string; after: string }) => Promise<void>;
  cost: Cost;
}

const COMMIT = '3f786850e387550fdab836ed7e6dc881de23001b';

export const overMcp = (client: Client): Hands => {
  const cost = { calls: 0, tokens: 0 };
  const tool = async (name: string, args: Record<string, unknown>) => {
    const answer = await callTool(client, name, args);
    if (answer.isError) throw new Error(`${name}: ${answer.text}`);
    cost.calls += 1;
    cost.tokens += answer.texts.join('').length / 4;
    return answer;
  };
  return {
    cost,
    read: async (id) => (await tool('read_annotation', { id })).texts.join('\n'),
    askApproval: async (id, request_approval) => void (await tool('acknowledge', { id, request_approval })),
    resolve: async (id, done) => void (await tool('resolve', { id, ...done, commit: COMMIT, before: 'submitter' })),
  };
};

export const overRest = (as: Caller): Hands => {
  const cost = { calls: 0, tokens: 0 };
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await call(method, `/api/v1/annotations/${path}`, { as, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    cost.calls += 1;
    cost.tokens += sizeOf(answer.body);
    return answer;
  };
  return {
    cost,
    read: async (id) => (await ask('GET', id)).text,
    askApproval: async (id, intent) => {
      await ask('POST', `${id}/claim`);
      await ask('POST', `${id}/approval`, { intent });
    },
    resolve: async (id, done) =>
      void (await ask('POST', `${id}/resolve`, { ...done, commit: COMMIT, before: 'submitter' })),
  };
};
