import { CfnOutput, Fn, type Stack } from 'aws-cdk-lib';

/**
 * An output of `from`, as a value that a stack in another region can use. It must be used alone: not every region's
 * CloudFormation resolves another stack's output inside an intrinsic function.
 */
export const publish = (from: Stack, name: string, value: string): string => {
  new CfnOutput(from, name, { value });
  return Fn.getStackOutput(from.stackName, name, from.region);
};

/**
 * Exports values for stacks of the same region, whether they are used or not. CloudFormation can't remove an export
 * that another stack imports, and importing stacks deploy later: without this, the deploy that drops a use would be
 * blocked.
 */
export const keepExports = (from: Stack, values: readonly string[]): void => {
  for (const value of values) from.exportValue(value, { description: 'Kept even if unused' });
};
