import { AssetHashType, Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, type PolicyStatementProps, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunctionBase,
  Runtime,
  TenancyConfig,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';
import type { LambdaSpec } from '../../functions/kit/contract/lambda-spec.ts';
import { mapFile } from '../build/bundling/source-map.ts';
import { bundled, bundleId, writeBundle } from '../build/bundling.ts';
import { acknowledge, stageLogs } from './stage-stack.ts';
import type { Stage } from './stages.ts';

export interface LambdaConfig {
  stage: Stage;
  settings: Readonly<Record<string, string>>;
}

export interface LambdaFunctionProps extends Pick<LambdaSpec, 'memoryMb' | 'isUntraced' | 'files'> {
  entry: string;
  timeoutSeconds: number;
  /** Not for queue workers: throttled messages would end in the dead-letter queue. */
  reservedConcurrency?: number | undefined;
  /** The package of the browser has no other build. */
  isIntel?: boolean;
  temporaryGb?: number;
  /** An environment that has worked for one tenant works for no other. */
  isolatesTenants?: boolean;
}

export const logMetric = ({ name }: Stage, metricName: string) =>
  new Metric({ namespace: `Sidenote/${name}`, metricName });

export const BUGS = 'Bugs';

export class LambdaFunction extends LambdaFunctionBase {
  readonly ownRole: Role;
  readonly #stage: Stage;

  constructor(scope: Construct, id: string, { stage, settings }: LambdaConfig, props: LambdaFunctionProps) {
    const js = bundled(props.entry);
    const logGroup = stageLogs(scope, `${id}-logs`, stage, `/sidenote/${stage.name}/${id}`);
    const role = new Role(scope, `${id}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      description: `Sidenote ${stage.name}: ${props.entry}`,
      code: Code.fromAsset(writeBundle(js, props.files)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: props.isIntel ? Architecture.X86_64 : Architecture.ARM_64,
      ...(props.temporaryGb !== undefined && { ephemeralStorageSize: Size.gibibytes(props.temporaryGb) }),
      ...(props.isolatesTenants && { tenancyConfig: TenancyConfig.PER_TENANT }),
      memorySize: props.memoryMb ?? 1024,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: Object.fromEntries(Object.entries(settings).filter(([name]) => js.includes(`"${name}"`))),
      logGroup,
      role,
      // CloudFormation would delete the version before this deploy's, to which an alias can be moved back by hand.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      ...(!props.isUntraced && { tracing: Tracing.ACTIVE }),
    });
    this.ownRole = role;
    this.#stage = stage;
    if (!props.isUntraced) {
      acknowledge(
        role,
        'IAM5[Resource::*]',
        'xray:PutTraceSegments and the like, which Lambda itself calls, know no resources.',
      );
    }
    // Uploaded by the deploy under a key derived from the bundle's id; no resource refers to it.
    const bundle = bundleId(props.entry);
    new Asset(this, 'SourceMap', { path: mapFile(bundle), assetHash: bundle, assetHashType: AssetHashType.CUSTOM });
    this.countLines('Bugs', BUGS, '"\\"level\\":\\"error\\""');
  }

  allow(actions: string[], resources: string[], conditions?: PolicyStatementProps['conditions']): void {
    this.addToRolePolicy(new PolicyStatement({ actions, resources, ...(conditions && { conditions }) }));
  }

  /** No JSON filter, because the runtime prefixes our line. */
  countLines(id: string, metricName: string, text: string): Metric {
    const filterPattern = FilterPattern.literal(text);
    const metric = logMetric(this.#stage, metricName);
    const { namespace: metricNamespace } = metric;
    this.logGroup.addMetricFilter(id, { metricNamespace, metricName, filterPattern, metricValue: '1' });
    return metric;
  }
}
