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
    grants: /^functions\/([\w-]+\/index|workers\/receive-mail)\.ts dynamodb:(GetItem|PutItem) <SCRATCH_TABLE_NAME>$/,
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
  {
    grants: /^functions\/(demo\/index|workers\/run-persona)\.ts bedrock:InvokeModel /,
    reason:
      'Rules answer for the personas on this machine. The request of the adapter is judged by itself (calls.test.ts).',
  },
  {
    grants: /^functions\/workers\/extract-review\.ts (transcribe:\w+|s3:PutObject <EVIDENCE_BUCKET>\/incoming\/\*)/,
    reason:
      'Nothing transcribes on this machine, and Transcribe writes by the grants of its caller. The requests of the adapter are judged by themselves (calls.test.ts).',
  },
  {
    grants: /^functions\/workers\/(extract-review|render-page)\.ts lambda:InvokeFunction <FETCHER_FUNCTION>/,
    reason: 'HTML is fetched for reviews of a page only if there is no browser, or if they are older than the browser.',
  },
  {
    grants: /^functions\/workers\/render-page\.ts s3:PutObject <EVIDENCE_BUCKET>\/incoming\/\*/,
    reason: 'The renderer sends pictures to addresses that this worker signs for its order, which no record reads.',
  },
  {
    grants:
      /^functions\/(exports\/index|workers\/export-data)\.ts s3:(GetObject|PutObject) <EVIDENCE_BUCKET>\/(kept|incoming)\/\*$/,
    reason:
      'Documents and archives with files are written by the code behind the handler in tests that hold a storage of their own, or by a stage that a test starts as a process; neither is recorded.',
  },
  {
    grants: /^functions\/workers\/erase-person\.ts dynamodb:UpdateItem <SCRATCH_TABLE_NAME>$/,
    reason: 'An erasure adds a word to a search block only if it makes room for one that a long note had no place for.',
  },
  {
    grants: /^functions\/workers\/(erase-person|purge)\.ts s3:DeleteObject <EVIDENCE_BUCKET>\/(incoming|exports)\/\*$/,
    reason:
      'What is left there of a person or workspace is deleted; tests rarely leave any, and it expires within days.',
  },
  {
    grants: /^functions\/workers\/refit-calibrator\.ts dynamodb:DeleteItem <TABLE_NAME>$/,
    reason: 'A pooled prior is deleted once too few workspaces have labels; no test takes labels back.',
  },
];
