/**
 * Grants that a run of tests and proofs need not make use of, and why they stay. Each expression matches whole lines of entry,
 * action and resource.
 */
export const unusedWithReason: readonly { grants: RegExp; reason: string }[] = [
  {
    grants:
      /^functions\/[\w-]+\/index\.ts dynamodb:(GetItem|PutItem|UpdateItem|ConditionCheckItem|Query) <TABLE_NAME>$/,
    reason:
      'A first sign-in makes a user and a workspace, whichever route of a signed-in area it comes by; tests come by few.',
  },
  {
    grants: /^functions\/[\w-]+\/index\.ts dynamodb:(GetItem|PutItem) <SCRATCH_TABLE_NAME>$/,
    reason: 'Any creation takes an Idempotency-Key, and a count whose answer was lost reads what it has counted.',
  },
  {
    grants: /^functions\/workers\/[\w-]+\.ts sqs:(ChangeMessageVisibility|GetQueueUrl|GetQueueAttributes) /,
    reason: 'The library grants them to whatever reads a queue or sends what failed to one.',
  },
  {
    grants: /^functions\/workers\/(dispatch|reconcile)\.ts sqs:SendMessage </,
    reason: 'Stream and schedule send every kind of owed work; what a run leaves for the schedule is chance.',
  },
  {
    grants: /^functions\/workers\/send-mail\.ts ses:SendRawEmail configuration-set\//,
    reason: "SES asks for the configuration set that the identity uses by default; the request doesn't name it.",
  },
  {
    grants: /^functions\/workers\/export-data\.ts s3:(AbortMultipartUpload|DeleteObject) /,
    reason: 'An upload is aborted, and a half-written archive removed, only after a fault in the middle of it.',
  },
];
