import { SecretValue, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { LambdaFunction } from './lambda-function.ts';
import type { Stage } from './stages.ts';

/** The model that judges for a stage's personas. Absent: rule-based checks, labeled as such. */
export type StageModel =
  | {
      provider: 'bedrock';
      /** An inference profile (`eu.…`, `us.…`, `global.…`), or a model if `regions` contains only the stage's own. */
      id: string;
      /** Regions to which the profile may route requests. */
      regions: readonly string[];
    }
  | {
      provider: 'openai';
      model: string;
      /** The base URL of any OpenAI-compatible API. */
      baseUrl: string;
      /** A secret of Secrets Manager in the stage's region, whose whole value is the key. Made by hand (docs/runbook.md). */
      keySecret: string;
    };

const PROFILE = /^(us|us-gov|eu|apac|au|jp|global)\./;

/** Settings of the code that calls the model. */
export const modelSettings = ({ model }: Stage): Record<string, string> => {
  if (!model) return {};
  if (model.provider === 'bedrock') return { MODEL: `bedrock:${model.id}` };
  return {
    MODEL: `openai:${model.model}@${model.baseUrl}`,
    // CloudFormation resolves it while it deploys; the value is in no template.
    MODEL_API_KEY: SecretValue.secretsManager(model.keySecret).unsafeUnwrap(),
  };
};

/** Lets a Lambda call this model only, and if it has a profile, only through the profile. */
export const grantModel = (to: LambdaFunction, { model }: Stage): void => {
  if (model?.provider !== 'bedrock') return;
  const { id, regions } = model;
  const foundation = id.replace(PROFILE, '');
  const modelIn = (region: string) =>
    Stack.of(to).formatArn({
      service: 'bedrock',
      region,
      account: '',
      resource: 'foundation-model',
      resourceName: foundation,
    });
  // A global profile also requests the model without a region.
  const resources = [...regions, ...(id.startsWith('global.') ? [''] : [])].map(modelIn);
  const actions = ['bedrock:InvokeModel'];
  if (id === foundation) {
    to.addToRolePolicy(new PolicyStatement({ actions, resources }));
    return;
  }
  const profile = Stack.of(to).formatArn({ service: 'bedrock', resource: 'inference-profile', resourceName: id });
  to.addToRolePolicy(new PolicyStatement({ actions, resources: [profile] }));
  const conditions = { StringEquals: { 'bedrock:InferenceProfileArn': profile } };
  to.addToRolePolicy(new PolicyStatement({ actions, resources, conditions }));
};

/** Tokens that Bedrock counts for the stage's model; other providers publish no metric in the account. */
export const tokenMetrics = ({ model }: Stage): Metric[] | undefined =>
  model?.provider === 'bedrock'
    ? ['InputTokenCount', 'OutputTokenCount'].map(
        (metricName) =>
          new Metric({ namespace: 'AWS/Bedrock', metricName, dimensionsMap: { ModelId: model.id }, statistic: 'Sum' }),
      )
    : undefined;
