import { CfnOutput, Fn, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IVersion, Version } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { type IHostedZone, PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct, IConstruct } from 'constructs';
import type { Stage } from './stages.ts';

export abstract class StageStack extends Stack {
  constructor(scope: Construct, stage: Stage, part: string, about: string, region: string = stage.region) {
    super(scope, `Sidenote-${stage.name}-${part}`, {
      description: `Sidenote, ${stage.name}: ${about}`,
      env: { region },
      terminationProtection: stage.isProtected === true,
    });
  }

  /** Use it alone: not every region's CloudFormation resolves another stack's output inside an intrinsic function. */
  protected publish(name: string, value: string): string {
    new CfnOutput(this, name, { value });
    return Fn.getStackOutput(this.stackName, name, this.region);
  }

  /** CloudFormation can't remove an export that another stack imports, and importing stacks deploy later. */
  protected keepExports(...values: string[]): void {
    for (const value of values) this.exportValue(value, { description: 'Kept even if unused' });
  }
}

export const stageLogs = (scope: Construct, id: string, { logDays }: Stage, logGroupName?: string): LogGroup =>
  new LogGroup(scope, id, {
    ...(logGroupName !== undefined && { logGroupName }),
    retention: logDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });

export const zoneOf = (scope: Construct, { hostedZone }: Stage): IHostedZone | undefined =>
  hostedZone &&
  PublicHostedZone.fromPublicHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  });

// These classes declare optional properties in a way that exactOptionalPropertyTypes does not let pass.

export const asTable = (table: Table): ITable => table as ITable;
export const asBucket = (bucket: Bucket): IBucket => bucket as IBucket;
export const asVersion = (version: Version): IVersion => version as IVersion;

export const acknowledge = (scope: IConstruct, id: string, reason: string): void =>
  Validations.of(scope).acknowledge({ id: `AwsSolutions-${id}`, reason });

/** The finding names the bucket as CloudFormation does, or its export in another stack. */
export const acknowledgePrefix = (scope: IConstruct, on: Bucket, prefix: string, reason: string): void => {
  const owner = Stack.of(on);
  const isElsewhere = owner !== Stack.of(scope);
  const reference = owner.resolve(isElsewhere ? owner.exportValue(on.bucketArn) : on.bucketArn);
  const name = isElsewhere ? reference['Fn::ImportValue'] : `<${reference['Fn::GetAtt'][0]}.Arn>`;
  acknowledge(scope, `IAM5[Resource::${name}/${prefix}]`, reason);
};
