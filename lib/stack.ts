import { CfnOutput, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as AnyLambda } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { shippedFiles } from '../functions/exports/render/shipped.ts';
import type { Area } from '../functions/kit/contract.ts';
import { tables as layout } from '../functions/kit/keys.ts';
import { Alarms } from './alarms.ts';
import { captchaSettings } from './captcha.ts';
import { EvidenceBucket } from './evidence-bucket.ts';
import { Fetcher } from './fetcher.ts';
import { ContractApi } from './http-api.ts';
import { bugMetric, LambdaFunction, type Surroundings } from './lambda-function.ts';
import { Mail } from './mail.ts';
import { McpUrl } from './mcp-url.ts';
import { grantModel, modelSettings } from './model.ts';
import { grant, mcpNeeds, type Needs, needsOfArea } from './needs.ts';
import { paymentSettings } from './payments.ts';
import { ServerSecrets } from './server-secrets.ts';
import { SignIn } from './sign-in.ts';
import type { Stage } from './stages.ts';
import { Tables } from './tables.ts';
import { JobQueues, Workers } from './workers.ts';

const SHIPPED: Readonly<Record<string, readonly string[]>> = {
  discovery: ['functions/discovery/static'],
  personas: ['functions/personas/catalogue'],
  reviews: ['functions/personas/catalogue'],
  mcp: ['functions/personas/catalogue'],
  demo: ['functions/personas/catalogue'],
  loader: ['dist/widget/loader.js', 'dist/widget/manifest.json'],
  exports: shippedFiles,
};

/**
 * API Gateway waits for 30 s. Drawing a long document takes most of them, on a whole processor and a half; a demo waits for a
 * page and for a model.
 */
const OWN_SIZES: Readonly<Record<string, { timeoutSeconds: number; memoryMb: number }>> = {
  exports: { timeoutSeconds: 29, memoryMb: 2560 },
  demo: { timeoutSeconds: 28, memoryMb: 2048 },
};

/** Everything of one stage but its edge: the picture of DESIGN, from left to right. */
export class SidenoteStack extends Stack {
  readonly apiHost: string;
  readonly mcpHost: string;
  readonly signIn: SignIn;
  readonly evidence: EvidenceBucket;

  constructor(scope: Construct, stage: Stage, areas: readonly Area[]) {
    super(scope, `Sidenote-${stage.name}`, {
      description: `Sidenote, ${stage.name}`,
      env: { region: stage.region },
      terminationProtection: true,
    });
    const alarms = new Alarms(this, 'Alarms', stage);

    const secrets = new ServerSecrets(this, 'Secrets', stage);
    const signIn = new SignIn(this, 'SignIn', stage);
    const tables = new Tables(this, 'Tables');
    const evidence = new EvidenceBucket(this, 'Evidence');
    const mail = new Mail(this, 'Mail', stage);
    const jobs = new JobQueues(this, 'Jobs', alarms);
    const fetcher = new Fetcher(this, 'Fetcher', stage);
    const surroundings: Surroundings = {
      stage,
      settings: {
        BASE_URL: stage.baseUrl,
        [layout.main.setting]: tables.main.tableName,
        [layout.scratch.setting]: tables.scratch.tableName,
        EVIDENCE_BUCKET: evidence.bucketName,
        ...secrets.settings,
        ...signIn.settings,
        ...mail.settings,
        ...jobs.settings,
        ...fetcher.settings,
        ...modelSettings(stage),
        ...captchaSettings(stage),
        ...paymentSettings(stage),
        ...(stage.operatorsMail !== undefined && { OPERATORS_MAIL: stage.operatorsMail }),
        ...(stage.agentSignup && { AGENT_SIGNUP: stage.agentSignup }),
        ...(stage.transcribes && { TRANSCRIBER: 'transcribe' }),
      },
    };

    const serve = (name: string, needs: Needs) => {
      const lambda = new LambdaFunction(this, name, surroundings, {
        entry: `functions/${name}/index.ts`,
        timeoutSeconds: 20,
        ...OWN_SIZES[name],
        files: SHIPPED[name] ?? [],
      });
      grant(lambda, needs, tables, evidence);
      if (name === 'demo') {
        fetcher.grantUse(lambda);
        grantModel(lambda, stage);
      }
      return lambda;
    };
    const served = areas.map((area) => ({ area, by: serve(area.name, needsOfArea(area.name)) }));
    const api = new ContractApi(this, 'HttpApi', stage, served, serve('not-found', {}), alarms);
    const mcp = new McpUrl(this, 'McpUrl', serve('mcp', mcpNeeds), alarms);

    new Workers(this, 'Workers', { surroundings, tables, evidence, mail, jobs, fetcher, alarms });

    alarms.onAny('bugs', bugMetric(stage));
    alarms.onAny('lambda-throttles', AnyLambda.metricAllThrottles());
    for (const kind of ['Read', 'Write']) {
      const metricName = `${kind}ThrottleEvents`;
      const dimensionsMap = { TableName: tables.main.tableName };
      alarms.add(
        `table-${kind.toLowerCase()}-throttles`,
        new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap }),
        {
          atLeast: 10,
        },
      );
    }
    for (const [kind, atLeast] of [['Bounce', 0.04] as const, ['Complaint', 0.0008] as const]) {
      const rate = new Metric({ namespace: 'AWS/SES', metricName: `Reputation.${kind}Rate` });
      alarms.add(`mail-${kind.toLowerCase()}s`, rate, { atLeast, minutes: 60, statistic: 'Average' });
    }

    this.apiHost = api.host;
    this.mcpHost = mcp.host;
    this.signIn = signIn;
    this.evidence = evidence;
    new CfnOutput(this, 'Issuer', { value: signIn.settings.ISSUER });
    new CfnOutput(this, 'ClientId', { value: signIn.settings.CLIENT_ID });
    new CfnOutput(this, 'SignInUrl', { value: signIn.address });
    new CfnOutput(this, 'AlarmTopic', { value: alarms.topic.topicArn });
  }
}
