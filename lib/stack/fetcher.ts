import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { FETCHER_ENTRY } from '../build/bundling.ts';
import { LambdaFunction } from './lambda-function.ts';
import type { Stage } from './stages.ts';

/**
 * Fetches pages that strangers name, so it has no permissions except to write its log, no settings and no access to our
 * network. Callers store the result.
 */
export class Fetcher extends Construct {
  readonly settings: Readonly<Record<string, string>>;
  /** Values that other stacks import. */
  readonly exported: readonly string[];
  readonly #lambda: LambdaFunction;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#lambda = new LambdaFunction(
      this,
      'fetcher',
      { stage, settings: {} },
      {
        entry: FETCHER_ENTRY,
        // Its own limit is 10 s, plus the cold start.
        timeoutSeconds: 15,
        memoryMb: 512,
        isUntraced: true,
        ...(stage.fetchesAtOnce !== undefined && { reservedConcurrency: stage.fetchesAtOnce }),
      },
    );
    this.settings = { FETCHER_FUNCTION: this.#lambda.functionName };
    this.exported = [this.#lambda.functionName, this.#lambda.functionArn];
  }

  /** Lets another Lambda fetch pages. */
  grantUse(to: LambdaFunction): void {
    to.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.#lambda.functionArn] }),
    );
  }
}
