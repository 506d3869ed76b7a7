import * as z from 'zod';
import type { RefusalCode } from '../codes/refusals.ts';

const AGENT = /^[\w .:@/()+-]{1,80}$/;

export const AgentName = z
  .string()
  .max(80)
  .regex(AGENT, 'agent_name_malformed' satisfies RefusalCode)
  .meta({ description: 'Your name, if several agents share this credential' });
