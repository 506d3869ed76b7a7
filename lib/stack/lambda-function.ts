import { AssetHashType, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunctionBase, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';
import { mapFile } from '../build/bundling/source-map.ts';
import { bundled, bundleId, writeBundle } from '../build/bundling.ts';
import { acknowledge } from './acknowledge.ts';
import type { Stage } from './stages.ts';

/** All settings available to a stage's Lambdas; each Lambda gets those that its code names. */
export interface LambdaConfig {
  stage: Stage;
  settings: Readonly<Record<string, string>>;
}

export interface LambdaFunctionProps {
  /** From the project's root. */
  entry: string;
  timeoutSeconds: number;
  memoryMb?: number;
  /** Reserved concurrency. Not for queue workers: throttled messages would end in the dead-letter queue. */
  reservedConcurrency?: number;
  /** Disables tracing: it answers from memory, or may have no permissions. */
  isUntraced?: true;
  /** Shipped with the bundle; paths from the project's root. */
  files?: readonly string[];
}

/** Log lines of level error: unexpected errors, including answers that don't fit their shape. */
export const bugMetric = ({ name }: Stage) => new Metric({ namespace: `Sidenote/${name}`, metricName: 'Bugs' });

/** A Lambda with its bundle, the settings it names, its own log group, and a role that may only write to that group. */
export class LambdaFunction extends LambdaFunctionBase {
  readonly ownRole: Role;

  constructor(scope: Construct, id: string, { stage, settings }: LambdaConfig, props: LambdaFunctionProps) {
    const js = bundled(props.entry);
    const logGroup = new LogGroup(scope, `${id}-logs`, {
      logGroupName: `/sidenote/${stage.name}/${id}`,
      retention: stage.logDays satisfies RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      description: `Sidenote ${stage.name}: ${props.entry}`,
      code: Code.fromAsset(writeBundle(js, props.files)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb ?? 1024,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: Object.fromEntries(Object.entries(settings).filter(([name]) => js.includes(`"${name}"`))),
      logGroup,
      role,
      ...(!props.isUntraced && { tracing: Tracing.ACTIVE }),
    });
    this.ownRole = role;
    if (!props.isUntraced) {
      acknowledge(
        role,
        'IAM5[Resource::*]',
        'xray:PutTraceSegments and the like, which Lambda itself calls, know no resources.',
      );
    }
    // Uploaded by the deploy under a key derived from the bundle's id; no resource refers to it.
    const bundle = bundleId(props.entry);
    const assetHash = { assetHash: bundle, assetHashType: AssetHashType.CUSTOM };
    new Asset(this, 'SourceMap', { path: mapFile(bundle), ...assetHash });
    const bugs = bugMetric(stage);
    logGroup.addMetricFilter('Bugs', {
      metricNamespace: bugs.namespace,
      metricName: bugs.metricName,
      filterPattern: FilterPattern.literal('"\\"level\\":\\"error\\""'),
      metricValue: '1',
    });
  }
}
