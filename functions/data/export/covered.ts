import type { keys } from '../../kit/table/keys.ts';

/** The source of each record in a workspace's export, or the reason to leave it out. */
type Covered = { in: 'workspace' | 'notes' | 'reviews' | 'audit' | 'marketplace' | 'showcase' } | { left_out: string };

const OTHER = { left_out: 'belongs to no workspace' };
const OWED_WORK = { left_out: 'work that is owed, or a mark for the purge' };

/** Every record there is; one that is missing here does not compile. */
export const covered = {
  user: OTHER,
  workspace: { in: 'workspace' },
  workspaceDue: OWED_WORK,
  member: { in: 'workspace' },
  formerMember: { left_out: 'leads erasures to what a person left behind' },
  invitation: { in: 'workspace' },
  invitationMail: OWED_WORK,
  apiToken: { in: 'workspace' },
  site: { in: 'workspace' },
  stakeholder: { in: 'workspace' },
  stakeholderNote: { in: 'workspace' },
  persona: { in: 'workspace' },
  publishedPersona: { in: 'workspace' },
  marketPersona: { in: 'marketplace' },
  showcasedReview: { in: 'workspace' },
  showcase: { in: 'showcase' },
  showcaseReview: { in: 'showcase' },
  showcaseReport: { in: 'showcase' },
  annotation: { in: 'notes' },
  context: { in: 'notes' },
  reply: { in: 'notes' },
  resolution: { in: 'notes' },
  annotationMail: { in: 'notes' },
  review: { in: 'reviews' },
  reviewContent: { in: 'reviews' },
  reviewRun: { in: 'reviews' },
  finding: { in: 'reviews' },
  rating: { in: 'reviews' },
  label: { in: 'workspace' },
  calibrator: { in: 'workspace' },
  calibrationCards: { in: 'workspace' },
  calibrationPrior: OTHER,
  audit: { in: 'audit' },
  wallet: { in: 'workspace' },
  ledgerEntry: { in: 'workspace' },
  payment: OTHER,
  claim: { left_out: 'nothing but the hash of an address' },
  accessRequest: OTHER,
  accessRequestMail: OTHER,
  suppression: OTHER,
  operation: OTHER,
  erasure: OTHER,
  personExport: OTHER,
  workspaceExport: { left_out: 'the state of exports such as this one' },
} as const satisfies Record<keyof typeof keys, Covered>;

export type RecordName = keyof typeof covered;

/** The records of the workspace's own partition that an export holds. */
export const ownRecords = (Object.keys(covered) as RecordName[]).filter((name) => {
  const how: Covered = covered[name];
  return 'in' in how && how.in === 'workspace';
});
