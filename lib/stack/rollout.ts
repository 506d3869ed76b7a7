import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { alarmName } from './alarms.ts';
import type { LambdaFunction } from './lambda-function.ts';
import { acknowledge, asVersion } from './stage-stack.ts';
import type { Stage } from './stages.ts';

export interface Released {
  name: string;
  alias: Alias;
}

const STOPPING = ['api-5xx', 'mcp-5xx'];

/** An alarm rolls the deploy back; `-c rollout=at-once` ignores alarms, so that a fix can pass while one fires. */
export class Rollout extends Construct {
  readonly #shared: Omit<ConstructorParameters<typeof LambdaDeploymentGroup>[2], 'alias'>;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const isAtOnce = this.node.tryGetContext('rollout') === 'at-once';
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    const managed = 'Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited';
    acknowledge(role, `IAM4[${managed}]`, 'The policy that AWS keeps for this service to move aliases.');
    this.#shared = {
      application: new LambdaApplication(this, 'Application'),
      role,
      deploymentConfig: isAtOnce
        ? LambdaDeploymentConfig.ALL_AT_ONCE
        : LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
      // By name: the alarms watch the API, whose routes call these aliases.
      alarms: isAtOnce ? [] : STOPPING.map((name) => this.#alarm(alarmName(stage, name))),
    };
  }

  release(lambda: LambdaFunction): Released {
    const { id } = lambda.node;
    const alias = new Alias(this, `${id}-live`, { aliasName: 'live', version: asVersion(lambda.currentVersion) });
    new LambdaDeploymentGroup(this, `${id}-group`, { ...this.#shared, alias });
    return { name: id, alias };
  }

  #alarm(name: string) {
    const arn = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: name,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return Alarm.fromAlarmArn(this, name, arn);
  }
}
