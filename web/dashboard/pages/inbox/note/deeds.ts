/** A sentence for each action of the audit log that needs no other values than the actor. */
export const DEEDS = {
  'annotation.reply': 'note.audit.replied',
  'annotation.acknowledge': 'note.audit.acknowledged',
  'annotation.release': 'note.audit.gave_back',
  'annotation.anonymize': 'note.audit.anonymized',
  'approval.requested': 'note.audit.approval.requested',
  'approval.approved': 'note.audit.approval.approved',
  'approval.declined': 'note.audit.approval.declined',
  'approval.withdrawn': 'note.audit.approval.withdrawn',
  'annotation.confirm': 'note.audit.confirmed',
  'annotation.verify': 'note.audit.verify',
  'annotation.run_personas': 'note.audit.personas',
  'review.create_note': 'note.audit.filed',
  'resolution.create': 'note.audit.evidence',
} as const;

export const isKnownDeed = (action: string): action is keyof typeof DEEDS => Object.hasOwn(DEEDS, action);
