import { CLIENT_CAPABILITIES_META_KEY, inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { hasRole } from '../kit/actor.ts';
import { MINUTE, now } from '../kit/clock.ts';
import { currentKeyId, hasTag, tagOf } from '../kit/server-keys.ts';
import type { ToolCall } from './tool.ts';

const LIFE = 15 * MINUTE;
const PURPOSE = 'mcp-question';
const NAME = 'approval';

/** An empty object means forms, too. */
const Capabilities = z.object({
  elicitation: z.union([z.object({ form: z.object({}) }), z.strictObject({})]),
});

const Answer = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.object({ allow: z.boolean() }).optional(),
});

const Form = z.object({ allow: z.boolean().default(false).meta({ title: 'Allow these changes' }) });

export interface Question {
  message: string;
  /** An answer counts for nothing else. */
  about: string;
}

/** The person whose client this is. */
export interface AskPerson {
  /** The member, if the client can ask them and their word counts. */
  member: string | undefined;
  /** The call carries an answer, which may be about something else. */
  isAnswered: boolean;
  /** Undefined if they weren't asked about it. */
  answerAbout: (about: string) => 'approve' | 'decline' | 'open' | undefined;
}

const messageOf = (member: string, about: string, expires: string) => `${member}|${about}|${expires}`;

const stateOf = (member: string, about: string): string => {
  const key_id = currentKeyId();
  const expires = (now() + LIFE).toString(36);
  return [key_id, expires, tagOf(PURPOSE, messageOf(member, about, expires), key_id)].join('.');
};

const isAskedAbout = (member: string, about: string, state: unknown): boolean => {
  const [key_id = '', expires = '', presented = ''] = typeof state === 'string' ? state.split('.') : [];
  if (!hasTag(PURPOSE, messageOf(member, about, expires), key_id, presented)) return false;
  return Number.parseInt(expires, 36) > now();
};

/** Only a client of 2026-07-28 takes a question as a result, and only a member who signed in may decide. */
export const askPerson = ({ actor }: ToolCall, { mcpReq }: ServerContext): AskPerson => {
  const person = actor.member;
  const mayDecide = person !== undefined && hasRole(person.role, 'MEMBER');
  const capabilities = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  const canAsk = Capabilities.safeParse(capabilities).success;
  const member = mayDecide && canAsk ? person.user_id : undefined;
  return {
    member,
    isAnswered: mcpReq.inputResponses?.[NAME] !== undefined,
    answerAbout: (about) => {
      if (member === undefined || !isAskedAbout(member, about, mcpReq.requestState())) return undefined;
      const { data } = Answer.safeParse(mcpReq.inputResponses?.[NAME]);
      if (!data || data.action === 'cancel') return 'open';
      return data.action === 'accept' && data.content?.allow === true ? 'approve' : 'decline';
    },
  };
};

export const questionResult = (member: string, { message, about }: Question) =>
  inputRequired({
    inputRequests: { [NAME]: inputRequired.elicit({ message, requestedSchema: Form }) },
    requestState: stateOf(member, about),
  });
