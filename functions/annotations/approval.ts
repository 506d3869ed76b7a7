import { conflict } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Test } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import { hasMember } from '../kit/table/record.ts';
import type { Write } from '../kit/table/table.ts';
import { DELAYS, owed } from '../owed/jobs.ts';
import { claimed, isAgent, isHeldByOther, notHeldByOther } from './lease.ts';
import type { AnnotationRow, ApprovalState } from './rows.ts';
import { awaitsDecision } from './waiting-for.ts';

export type Approvable = Pick<AnnotationRow, 'auto_fix' | 'quarantine' | 'approval_state' | 'submitter'>;

export const DECISIONS = ['approve', 'decline', 'withdraw'] as const;
export type Decision = (typeof DECISIONS)[number];

const REASONS = {
  anonymous: "Needs approval. Anonymous visitors can't authorize automatic fixes.",
  stakeholder: "Needs approval. The stakeholder didn't authorize automatic fixes.",
  persona: "Needs approval. A review's persona can't authorize automatic fixes.",
} as const;

const BY_STATE = {
  requested: [false, 'Approval was requested, and no one has decided yet. Wait.'],
  approved: [true, 'A member of the team allowed it.'],
  declined: [false, 'A member of the team declined. Ask a person.'],
  withdrawn: [false, 'A member of the team withdrew the approval. Ask a person.'],
} as const satisfies Record<ApprovalState, readonly [boolean, string]>;

/** The note's own text has no say, and the team's decision counts more than the stakeholder's. */
export const unattendedEdits = ({ auto_fix, submitter, quarantine, approval_state }: Approvable) => {
  if (quarantine) return { allowed: false, reason: 'This note is in quarantine as suspected spam. Ask a person.' };
  if (approval_state) {
    const [allowed, reason] = BY_STATE[approval_state];
    return { allowed, reason };
  }
  if (auto_fix) return { allowed: true, reason: 'A stakeholder of this site authorized automatic fixes.' };
  return { allowed: false, reason: REASONS[submitter.kind] };
};

/** A request outlasts a time in which no one could decide: OWNERs who got no mail get it now. */
export const askAgain = (ws: string, row: AnnotationRow, changed: AnnotationRow, at: number): Write[] => {
  if (awaitsDecision(row) || !awaitsDecision(changed)) return [];
  const update = keys.approval(ws, row.id);
  return [{ update, set: owed('ask-approval', update, at), remove: DELAYS, when: [['=', 'state', 'requested']] }];
};

/** The same as a condition of the write. */
const IS_ALLOWED: readonly Test[] = [
  ['absent', 'quarantine'],
  [
    'any',
    [
      [['=', 'approval_state', 'approved']],
      [
        ['absent', 'approval_state'],
        ['=', 'auto_fix', true],
      ],
    ],
  ],
];

/** Marked on the workspace's row, which authorization has read. */
const isEnforced = ({ rows }: Call, site: string): boolean => hasMember(rows.workspace?.enforced_sites, site);

interface Wanted {
  agent?: string | undefined;
  /** Whether it says that the note is fixed, or shows it. */
  resolves: boolean;
}

export interface AgentRules {
  check: (row: AnnotationRow) => void;
  tests: (row: AnnotationRow) => Test[];
}

export const UNBOUND: AgentRules = { check: () => undefined, tests: () => [] };

/** Leases and the site's policy bind agents. People override both. */
export const agentRules = (call: Call, { agent, resolves }: Wanted): AgentRules => {
  const { actor, now: at } = call;
  if (!isAgent(actor)) return UNBOUND;
  const needsApproval = ({ site_id }: AnnotationRow) => resolves && isEnforced(call, site_id);
  return {
    check: (row) => {
      if (isHeldByOther(row, actor, agent, at)) throw claimed(row, at);
      if (needsApproval(row) && !unattendedEdits(row).allowed) throw conflict('approval_required');
    },
    tests: (row) => [notHeldByOther(actor, agent, at), ...(needsApproval(row) ? IS_ALLOWED : [])],
  };
};
