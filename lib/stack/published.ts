import { CfnOutput, Fn, type Stack } from 'aws-cdk-lib';

/**
 * An output of `from`, as a value that a stack in another region can use. It must be used alone: CloudFormation doesn't read
 * another stack's output inside another intrinsic function in every region.
 */
export const publish = (from: Stack, name: string, value: string): string => {
  new CfnOutput(from, name, { value });
  return Fn.getStackOutput(from.stackName, name, from.region);
};

/**
 * Exports values for the stacks of the same region, used or not. CloudFormation removes no export that another stack imports,
 * and the importing stacks deploy later: an export that came and went with its use would block the deploy that drops it.
 */
export const keepExports = (from: Stack, values: readonly string[]): void => {
  for (const value of values) from.exportValue(value, { description: 'Kept even if unused' });
};
