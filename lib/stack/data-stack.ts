import { CfnOutput } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { tables as layout } from '../../functions/kit/table/keys.ts';
import type { DashboardConfig } from '../../web/dashboard/session/config.ts';
import { Alarms, AlarmTopic, combined } from './alarms.ts';
import { dashboardPolicy, publicPolicy } from './dashboard-headers.ts';
import { Mail } from './mail.ts';
import { ServerSecrets } from './server-secrets.ts';
import { SignIn } from './sign-in.ts';
import { StageStack } from './stage-stack.ts';
import type { Stage } from './stages.ts';
import { EvidenceBucket, Tables } from './storage.ts';

/** Resources that outlive every release. */
export class DataStack extends StageStack {
  readonly secrets: ServerSecrets;
  readonly signIn: SignIn;
  readonly tables: Tables;
  readonly evidence: EvidenceBucket;
  readonly mail: Mail;
  readonly alarmTopic: AlarmTopic;
  readonly alarms: Alarms;
  readonly forEdge: { config: DashboardConfig; dashboardPolicy: string; publicPolicy: string };

  constructor(scope: Construct, stage: Stage, scripts: readonly string[]) {
    super(scope, stage, 'data', 'data');
    this.alarmTopic = new AlarmTopic(this, 'AlarmTopic', stage);
    this.alarms = new Alarms(this, 'Alarms', stage, this.alarmTopic);
    const { alarms } = this;
    this.secrets = new ServerSecrets(this, 'Secrets', stage);
    this.signIn = new SignIn(this, 'SignIn', stage);
    this.tables = new Tables(this, 'Tables', stage);
    this.evidence = new EvidenceBucket(this, 'Evidence');
    this.mail = new Mail(this, 'Mail', stage, this.evidence);

    const { main, scratch } = this.tables;
    const throttles = (kind: 'Read' | 'Write', dimensionsMap: Record<string, string>) =>
      new Metric({ namespace: 'AWS/DynamoDB', metricName: `${kind}ThrottleEvents`, dimensionsMap, statistic: 'Sum' });
    const both = (dimensions: Record<string, string>) => [
      throttles('Read', dimensions),
      throttles('Write', dimensions),
    ];
    const TableName = main.tableName;
    alarms.add('table-read-throttles', throttles('Read', { TableName }), { atLeast: 10 });
    alarms.add('table-write-throttles', throttles('Write', { TableName }), { atLeast: 10 });
    // A table's own metrics don't include its indexes.
    const indexes = Object.keys(layout.main.indexes).map((GlobalSecondaryIndexName) => ({
      TableName,
      GlobalSecondaryIndexName,
    }));
    alarms.add('index-throttles', combined(indexes.flatMap(both)), { atLeast: 10 });
    alarms.add('scratch-throttles', combined(both({ TableName: scratch.tableName })), { atLeast: 10 });
    const stored = new Metric({
      namespace: 'AWS/S3',
      metricName: 'BucketSizeBytes',
      dimensionsMap: { BucketName: this.evidence.bucketName, StorageType: 'StandardStorage' },
    });
    // S3 measures once a day.
    alarms.add('evidence-size', stored, { atLeast: stage.evidenceBytes, minutes: 24 * 60, statistic: 'Average' });
    for (const [kind, atLeast] of [['Bounce', 0.04] as const, ['Complaint', 0.0008] as const]) {
      const rate = new Metric({ namespace: 'AWS/SES', metricName: `Reputation.${kind}Rate` });
      alarms.add(`mail-${kind.toLowerCase()}s`, rate, { atLeast, minutes: 60, statistic: 'Average' });
    }

    const { ISSUER, CLIENT_ID, USER_POOL_ID } = this.signIn.settings;
    const bucket = `https://${this.evidence.bucketRegionalDomainName}`;
    const signIn = new URL(this.signIn.endpoints.token_endpoint).origin;
    this.forEdge = {
      config: {
        issuer: this.publish('Issuer', ISSUER),
        client_id: this.publish('ClientId', CLIENT_ID),
        ...this.signIn.endpoints,
        loader_id: stage.loaderId ?? null,
        bucket_origin: this.publish('BucketOrigin', bucket),
      },
      dashboardPolicy: this.publish('DashboardPolicy', dashboardPolicy({ signIn, bucket, scripts })),
      publicPolicy: this.publish(
        'PublicPolicy',
        publicPolicy({ bucket, scripts, hasCaptcha: stage.captcha !== undefined }),
      ),
    };
    // Read by operators' commands (lib/operate).
    new CfnOutput(this, 'TableName', { value: main.tableName });
    new CfnOutput(this, 'ScratchTableName', { value: scratch.tableName });

    this.keepExports(
      ...[main.tableName, main.tableArn, main.tableStreamArn ?? '', scratch.tableName, scratch.tableArn],
      ...[this.evidence.bucketName, this.evidence.bucketArn, ISSUER, CLIENT_ID, USER_POOL_ID, this.signIn.poolArn],
      ...[this.alarmTopic.topicArn, this.mail.feedback.topicArn, this.mail.received.topicArn],
      this.mail.configurationSetName,
      ...(this.signIn.linking ? [this.signIn.linking.functionName] : []),
    );
  }
}
